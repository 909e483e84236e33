import { MemberRole } from '#contracts/identity/role.ts'
import type { UserId } from '#contracts/ids.ts'
import type { StaffView } from '#contracts/team/staff.ts'
import type { Availability } from '#contracts/tenant/availability.ts'
import * as m from '#i18n/messages.js'
import { planOf } from '#server/billing/service.ts'
import { recordAuditIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, forbidden, invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import type { MemberRow } from '#server/tenant/schema.ts'
import {
  changeMember,
  endMembership,
  getMember,
  listMembersIn,
  lockTenant,
  presentMember,
  recordActivity,
} from '#server/tenant/service.ts'
import type { Caller } from './caller.ts'
import { canManage, EDIT_TEAMS, grantableRoles, MANAGE_STAFF, ROLE_NAMES } from './policy.ts'
import { presentInvitation } from './present.ts'
import { countOwners, lastSignIns, leaveTeams, listOpenInvitations, withdrawInvitationsBy } from './queries.ts'

/** How many unfinished tickets each member has; provided by the ticket domain, which is above this one. */
export type CountOpenTickets = (t: Tx) => Promise<Map<UserId, number>>

/** Members, open invitations and seats, as this member may see and change them. */
export const readStaff = (tenant: Tenant, actor: Member, countOpenTickets: CountOpenTickets): Promise<StaffView> =>
  tenant.read(async (t) => {
    const managed = hasRole(actor, MANAGE_STAFF)
    const [members, open, { plan }, openTickets] = await Promise.all([
      listMembersIn(t),
      listOpenInvitations(t),
      planOf(t),
      countOpenTickets(t),
    ])
    const signedIn = await lastSignIns(
      t,
      members.map(({ userId }) => userId),
    )
    const owners = members.filter(({ role }) => role === 'owner').length
    const invitations = open.map((one) => presentInvitation(one.invitation, one.invitedBy, t.now))
    return {
      members: members.map((row) => ({
        ...presentMember(row),
        lastSignInAt: signedIn.get(row.userId)?.toISOString() ?? null,
        openTickets: openTickets.get(row.userId) ?? 0,
        can: permissionsOn(actor, row, owners),
      })),
      invitations: managed ? invitations : [],
      seats: {
        used: members.length + invitations.filter(({ isExpired }) => !isExpired).length,
        limit: plan.limits.seats,
      },
      can: { invite: grantableRoles(actor), editTeams: hasRole(actor, EDIT_TEAMS) },
    }
  })

function permissionsOn(actor: Member, row: MemberRow, owners: number) {
  const isLastOwner = row.role === 'owner' && owners === 1
  const isManaged = canManage(actor, row.role) && !isLastOwner
  return {
    roles: isManaged ? grantableRoles(actor) : [],
    remove: isManaged || (row.userId === actor.userId && !isLastOwner),
  }
}

/**
 * Loads a member to change or remove, and gives the actor with their role as it is now. One such change of a business runs at a time, so that two owners who lower or remove each other at
 * once leave one. Throws conflict (`last_owner`) where the business would lose its last owner.
 */
async function lockMember(
  t: Tx,
  actor: Member,
  userId: UserId,
  staysOwner: boolean,
): Promise<{ row: MemberRow; now: Member }> {
  await lockTenant(t)
  // The role of the session was read before the lock: an owner who was just lowered is none any more.
  const [row, self] = [await getMember(t, userId), await getMember(t, actor.userId)]
  const now = { ...actor, role: self.role }
  if (userId !== actor.userId && !canManage(now, row.role)) {
    requireRole(now, MANAGE_STAFF)
    throw forbidden(m.error_team_owner_only)
  }
  if (row.role === 'owner' && !staysOwner && (await countOwners(t)) === 1) {
    throw conflict(m.error_team_last_owner, { reason: 'last_owner' })
  }
  return { row, now }
}

/**
 * Changes a member's role. An admin neither makes owners nor changes them; nobody raises themselves. Making an owner needs a fresh
 * sign-in: throws forbidden (reason `stale_sign_in`) without.
 */
export const changeRole = async (
  tenant: Tenant,
  actor: Member,
  caller: Caller,
  userId: UserId,
  role: MemberRole,
): Promise<MemberRow> => {
  if (role === 'owner') await caller.requireFreshSignIn()
  return tenant.tx(async (t) => {
    const { row: before, now } = await lockMember(t, actor, userId, role === 'owner')
    if (before.role === role) return before
    requireRole(now, MANAGE_STAFF)
    if (!canManage(now, role)) throw forbidden(m.error_team_owner_only)
    const after = await changeMember(t, before, { role })
    await recordActivity(t, actor, {
      action: text(m.activity_team_role, { name: before.name, role: ROLE_NAMES[role] }),
      type: 'member_role',
    })
    await audit(t, actor, caller, 'role_changed', { userId, from: before.role, to: role })
    await withdrawInvitationsOf(t, actor, caller, { userId, rolesLeft: grantableRoles({ ...actor, role }) })
    return after
  })
}

/**
 * Removes a member, or lets one leave; their unfinished tickets go to another member or to nobody. Throws forbidden (reason
 * `stale_sign_in`) without a fresh sign-in.
 */
export const removeMember = async (
  tenant: Tenant,
  actor: Member,
  caller: Caller,
  userId: UserId,
  handOverTo: UserId | null,
): Promise<void> => {
  await caller.requireFreshSignIn()
  await tenant.tx(async (t) => {
    const { row } = await lockMember(t, actor, userId, false)
    if (handOverTo === userId) throw invalid({ 'body.handOverTo': m.error_team_hand_over_self })
    if (handOverTo) await getMember(t, handOverTo)
    await leaveTeams(t, userId)
    await endMembership(t, actor, row, handOverTo)
    await withdrawInvitationsOf(t, actor, caller, { userId, rolesLeft: [] })
    const isOwn = userId === actor.userId
    await recordActivity(t, actor, {
      action: text(isOwn ? m.activity_team_left : m.activity_team_removed, { name: row.name }),
      type: 'member_removed',
    })
    await audit(t, actor, caller, isOwn ? 'member_left' : 'member_removed', { userId, handOverTo })
  })
}

/**
 * Withdraws what a member invited to and may no longer give. At the moment the right is lost, not at the acceptance: so the list shows
 * it, the seat is free, and a colleague can invite again. Acceptance takes the same lock of the business, so none slips in between.
 */
async function withdrawInvitationsOf(
  t: Tx,
  actor: Member,
  caller: Caller,
  { userId, rolesLeft }: { userId: UserId; rolesLeft: readonly MemberRole[] },
): Promise<void> {
  const lost = MemberRole.options.filter((role) => !rolesLeft.includes(role))
  for (const { email, role } of await withdrawInvitationsBy(t, userId, lost)) {
    await recordActivity(t, actor, {
      action: text(m.activity_team_invitation_withdrawn, { email }),
      type: 'invitation_withdrawn',
    })
    await audit(t, actor, caller, 'invitation_withdrawn', { email, role, invitedBy: userId })
  }
}

/** Sets whether the member takes new work. */
export const setAvailability = (tenant: Tenant, actor: Member, availability: Availability): Promise<MemberRow> =>
  tenant.tx(async (t) => {
    const before = await getMember(t, actor.userId)
    return before.availability === availability ? before : changeMember(t, before, { availability })
  })

/** An audit row in the transaction of the act. */
export const audit = (
  t: Tx,
  { userId, email }: Pick<Member, 'userId' | 'email'>,
  { address, requestId }: Caller,
  action: string,
  detail: Record<string, unknown>,
): Promise<void> =>
  recordAuditIn(t, { action, actor: { kind: 'member', id: userId, email }, address, requestId, detail })
