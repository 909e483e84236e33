import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { GivenRole, MemberRole } from '#contracts/identity/role.ts'
import { UserId } from '#contracts/ids.ts'
import { Availability } from '#contracts/tenant/availability.ts'
import { MemberView } from '#contracts/tenant/member.ts'
import { InvitationView } from './invitation.ts'

/** A member as the Team settings show them. */
export const StaffMemberView = MemberView.extend({
  lastSignInAt: Instant.nullable(),
  /** Tickets assigned to them that are open, in progress or waiting. */
  openTickets: z.number().int(),
  can: z.object({
    /** The roles the reader may give them, the present one included; empty where the role cannot be changed. */
    roles: z.array(MemberRole),
    /** For the reader's own row: whether they may leave. */
    remove: z.boolean(),
  }),
})
export type StaffMemberView = z.output<typeof StaffMemberView>

export const StaffView = z.object({
  members: z.array(StaffMemberView),
  /** Empty for agents, who see no invitations. */
  invitations: z.array(InvitationView),
  /** Members and open invitations, against the plan's limit. */
  seats: z.object({ used: z.number().int(), limit: z.number().int() }),
  can: z.object({
    /** The roles the reader may invite as; empty for agents. */
    invite: z.array(MemberRole),
    editTeams: z.boolean(),
  }),
})
export type StaffView = z.output<typeof StaffView>

const Write = { tag: 'team', access: 'member', rate: 'write' } as const
const ById = z.object({ userId: UserId })

export const getStaff = endpoint({
  method: 'GET',
  path: '/api/team',
  summary: 'Members, invitations and seats',
  tag: 'team',
  access: 'member',
  rate: 'read',
  reply: StaffView,
})

/** Changes a member's role. The last owner keeps theirs (`conflict`, reason `last_owner`). */
export const changeRole = endpoint({
  ...Write,
  method: 'PATCH',
  path: '/api/team/members/:userId',
  summary: 'Change the role of a member',
  params: ById,
  body: z.strictObject({ role: GivenRole }),
  reply: MemberView,
})

/** Removes a member, or leaves the business with the own id. Their unfinished tickets go to `handOverTo`, or to nobody. */
export const removeMember = endpoint({
  ...Write,
  method: 'POST',
  path: '/api/team/members/:userId/removal',
  summary: 'Remove a member and hand over their tickets',
  params: ById,
  body: z.strictObject({ handOverTo: UserId.nullable() }),
  reply: z.object({ removed: z.literal(true) }),
})

export const setAvailability = endpoint({
  ...Write,
  method: 'PUT',
  path: '/api/team/availability',
  summary: 'Set the own availability',
  body: z.strictObject({ availability: Availability }),
  reply: MemberView,
})
