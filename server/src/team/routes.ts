import {
  acceptInvitation,
  inviteMember,
  readInvitation,
  resendInvitation,
  withdrawInvitation,
} from '#contracts/team/invitation.ts'
import { changeRole, getStaff, removeMember, setAvailability } from '#contracts/team/staff.ts'
import { changeTeam, createTeam, deleteTeam, listTeams } from '#contracts/team/team.ts'
import { setCookies } from '#server/identity/service.ts'
import { memberRoute, publicRoute, type Route } from '#server/platform/route/route.ts'
import { presentMember } from '#server/tenant/service.ts'
import * as acceptance from './acceptance.ts'
import { callerOf } from './caller.ts'
import * as invitations from './invitations.ts'
import * as staff from './staff.ts'
import * as teams from './teams.ts'

/** `countOpenTickets` is given, since the ticket domain is above this one. */
export const teamRoutes = (deps: { countOpenTickets: staff.CountOpenTickets }): Route[] => [
  memberRoute(getStaff, (c) => staff.readStaff(c.tenant, c.actor, deps.countOpenTickets)),
  memberRoute(changeRole, async (c) =>
    presentMember(await staff.changeRole(c.tenant, c.actor, callerOf(c), c.params.userId, c.body.role)),
  ),
  memberRoute(removeMember, async (c) => {
    await staff.removeMember(c.tenant, c.actor, callerOf(c), c.params.userId, c.body.handOverTo)
    return { removed: true } as const
  }),
  memberRoute(setAvailability, async (c) =>
    presentMember(await staff.setAvailability(c.tenant, c.actor, c.body.availability)),
  ),
  memberRoute(inviteMember, (c) => invitations.invite(c.tenant, c.actor, callerOf(c), c.body)),
  memberRoute(resendInvitation, (c) => invitations.resend(c.tenant, c.actor, callerOf(c), c.params.invitationId)),
  memberRoute(withdrawInvitation, async (c) => {
    await invitations.withdraw(c.tenant, c.actor, callerOf(c), c.params.invitationId)
    return { withdrawn: true } as const
  }),
  publicRoute(readInvitation, (c) => acceptance.readReceived(c.platform, c.body.token)),
  publicRoute(acceptInvitation, async (c) => {
    const { cookies } = await acceptance.accept(c.platform, c.request, c.body)
    setCookies(c.reply, cookies)
    return { accepted: true } as const
  }),
  memberRoute(listTeams, async (c) => ({ items: await teams.listTeams(c.tenant) })),
  memberRoute(createTeam, (c) => teams.createTeam(c.tenant, c.actor, c.body)),
  memberRoute(changeTeam, (c) => teams.changeTeam(c.tenant, c.actor, c.params.teamId, c.body)),
  memberRoute(deleteTeam, async (c) => {
    await teams.deleteTeam(c.tenant, c.actor, c.params.teamId)
    return { deleted: true } as const
  }),
]
