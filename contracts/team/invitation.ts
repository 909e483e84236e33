import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, requiredLine } from '#contracts/fields.ts'
import { GivenRole, MemberRole } from '#contracts/identity/role.ts'
import { InvitationId } from '#contracts/ids.ts'

/** How long the link of an invitation is valid. */
export const INVITATION_DAYS = 7

/** An invitation that was neither accepted nor withdrawn. */
export const InvitationView = z.object({
  id: InvitationId,
  email: z.string(),
  role: MemberRole,
  invitedBy: z.string(),
  sentAt: Instant,
  expiresAt: Instant,
  isExpired: z.boolean(),
})
export type InvitationView = z.output<typeof InvitationView>

const Team = { tag: 'team', access: 'member', rate: 'write' } as const
const ById = z.object({ invitationId: InvitationId })

/** Invites a person by e-mail; the seat is reserved until the invitation is accepted, withdrawn or expires. */
export const inviteMember = endpoint({
  ...Team,
  method: 'POST',
  path: '/api/team/invitations',
  summary: 'Invite a person to the team',
  idempotent: true,
  status: 201,
  body: z.strictObject({ id: InvitationId, email: Email, role: GivenRole }),
  reply: InvitationView,
})

/** Sends the mail again with a new link; the earlier link no longer works. */
export const resendInvitation = endpoint({
  ...Team,
  method: 'POST',
  path: '/api/team/invitations/:invitationId/mail',
  summary: 'Send an invitation again',
  params: ById,
  reply: InvitationView,
})

export const withdrawInvitation = endpoint({
  ...Team,
  method: 'DELETE',
  path: '/api/team/invitations/:invitationId',
  summary: 'Withdraw an invitation',
  params: ById,
  reply: z.object({ withdrawn: z.literal(true) }),
})

/** The token of the link; in a body, so that no log of addresses holds it. */
const Token = z.string().min(1).max(200)

/** Why a link can no longer be used; null for one that can. */
export const InvitationProblem = z.enum(['expired', 'withdrawn', 'used'])
export type InvitationProblem = z.output<typeof InvitationProblem>

/** An invitation as its recipient sees it. */
export const ReceivedInvitationView = z.object({
  businessName: z.string(),
  primaryColor: z.string(),
  invitedBy: z.string(),
  email: z.string(),
  role: MemberRole,
  expiresAt: Instant,
  problem: InvitationProblem.nullable(),
  /** Whether the e-mail has an account: its owner signs in, anybody else sets a password. */
  hasAccount: z.boolean(),
})
export type ReceivedInvitationView = z.output<typeof ReceivedInvitationView>

const Received = { tag: 'team', access: 'public', rate: 'signin' } as const

/** Reads an invitation by the token of its link. A token that belongs to none is `not_found`. */
export const readInvitation = endpoint({
  ...Received,
  method: 'POST',
  path: '/api/invitation',
  summary: 'Read an invitation by its link',
  body: z.strictObject({ token: Token }),
  reply: ReceivedInvitationView,
})

/**
 * Accepts an invitation: with `account` for an e-mail without an account, which is created and signed in; without it as the signed-in
 * person, whose e-mail must be the invited one. Of several attempts one succeeds; the others get a conflict.
 */
export const acceptInvitation = endpoint({
  ...Received,
  method: 'POST',
  path: '/api/invitation/acceptance',
  summary: 'Accept an invitation',
  body: z.strictObject({
    token: Token,
    account: z
      .strictObject({
        name: requiredLine(120, 'error_enter_your_name'),
        password: z.string().min(1, 'error_enter_password').max(200),
      })
      .nullable(),
  }),
  reply: z.object({ accepted: z.literal(true) }),
})
