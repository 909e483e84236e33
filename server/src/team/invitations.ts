import type { MemberRole } from '#contracts/identity/role.ts'
import type { InvitationId } from '#contracts/ids.ts'
import { INVITATION_DAYS, type InvitationView } from '#contracts/team/invitation.ts'
import * as m from '#i18n/messages.js'
import { requireFreeSeat } from '#server/billing/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, forbidden, notFound } from '#server/platform/errors.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import { assertMayReachStranger } from '#server/platform/mail/stranger-limit.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { hashToken, randomToken } from '#server/platform/secrets/tokens.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { findMember, findMemberByEmail, lockTenant, readTenant, recordActivity } from '#server/tenant/service.ts'
import type { Caller } from './caller.ts'
import { canManage, MANAGE_STAFF, ROLE_NAMES } from './policy.ts'
import { presentInvitation } from './present.ts'
import {
  countReservedSeats,
  findInvitation,
  findLanguage,
  findOpenInvitation,
  insertInvitation,
  updateOpenInvitation,
} from './queries.ts'
import type { InvitationRow } from './schema.ts'
import { audit } from './staff.ts'

const VALID_MS = INVITATION_DAYS * 86_400_000

type NewInvitation = { id: InvitationId; email: string; role: MemberRole }

/**
 * Invites a person by e-mail. Throws plan_limit without a free seat (open invitations count), conflict for a member and for an e-mail
 * with an open invitation, rate_limited beyond the limits of mails to strangers, forbidden where the actor may not give the role or
 * invites an owner without a fresh sign-in (reason `stale_sign_in`).
 */
export const invite = async (
  tenant: Tenant,
  actor: Member,
  caller: Caller,
  given: NewInvitation,
): Promise<InvitationView> => {
  requireRole(actor, MANAGE_STAFF)
  if (!canManage(actor, given.role)) throw forbidden(m.error_team_owner_only)
  if (given.role === 'owner') await caller.requireFreshSignIn()
  return createOnce(tenant, {
    create: (t) => create(t, tenant, actor, caller, given),
    findSame: async (t) => {
      const row = await findInvitation(t, given.id)
      const isSame = row?.email === given.email && row.role === given.role
      return isSame ? presentInvitation(row, actor.name, t.now) : null
    },
    conflict: () => conflict(m.error_invitation_id_taken),
  })
}

async function create(
  t: Tx,
  tenant: Tenant,
  actor: Member,
  caller: Caller,
  { id, email, role }: NewInvitation,
): Promise<InvitationView> {
  // One invitation of a business at a time, so that two with the last seat do not both get it.
  await lockTenant(t)
  await requireOwnMembership(t, actor, role)
  if (await findInvitation(t, id)) throw new IdTakenError()
  if (await findMemberByEmail(t, email)) throw conflict(m.error_team_member_already, { reason: 'member' })
  if (await findOpenInvitation(t, email)) throw conflict(m.error_team_invited_already, { reason: 'invited' })
  await requireFreeSeat(t, await countReservedSeats(t))
  const token = randomToken()
  const row: InvitationRow = {
    ...{ tenantId: t.tenantId, id, email, role, invitedBy: actor.userId },
    ...{ createdAt: t.now, acceptedAt: null, withdrawnAt: null },
    ...sentNow(t, token),
  }
  await insertInvitation(t, row)
  await mail(t, tenant, actor, row, token)
  await recordActivity(t, actor, {
    action: text(m.activity_team_invited, { email, role: ROLE_NAMES[role] }),
    type: 'member_invited',
  })
  await audit(t, actor, caller, 'invitation_sent', { email, role })
  return presentInvitation(row, actor.name, t.now)
}

const sentNow = (t: Tx, token: string) => ({
  tokenHash: hashToken(token),
  sentAt: t.now,
  expiresAt: new Date(t.now.getTime() + VALID_MS),
})

/** Sends an invitation again with a new link, valid for seven days from now. */
export const resend = (tenant: Tenant, actor: Member, caller: Caller, id: InvitationId): Promise<InvitationView> =>
  tenant.tx(async (t) => {
    await lockTenant(t)
    const before = await getManaged(t, actor, id)
    await requireOwnMembership(t, actor, before.role)
    // One that expired no longer reserves its seat.
    if (before.expiresAt <= t.now) await requireFreeSeat(t, await countReservedSeats(t))
    const token = randomToken()
    // Whoever sends it again answers for it from now on.
    const row = await updateOpenInvitation(t, id, { ...sentNow(t, token), invitedBy: actor.userId })
    if (!row) throw notFound('invitation')
    await mail(t, tenant, actor, row, token)
    await audit(t, actor, caller, 'invitation_sent', { email: row.email, role: row.role, again: true })
    return presentInvitation(row, actor.name, t.now)
  })

/** Withdraws an invitation: its link no longer works, and its seat is free. */
export const withdraw = (tenant: Tenant, actor: Member, caller: Caller, id: InvitationId): Promise<void> =>
  tenant.tx(async (t) => {
    await getManaged(t, actor, id)
    const row = await updateOpenInvitation(t, id, { withdrawnAt: t.now })
    if (!row) throw notFound('invitation')
    await recordActivity(t, actor, {
      action: text(m.activity_team_invitation_withdrawn, { email: row.email }),
      type: 'invitation_withdrawn',
    })
    await audit(t, actor, caller, 'invitation_withdrawn', { email: row.email })
  })

/**
 * Throws forbidden for who is no member now, or may not give the role any more: the session was read before the lock. Nor does the
 * platform owner invite anybody while they have access for support.
 */
async function requireOwnMembership(t: Tx, actor: Member, role: MemberRole): Promise<void> {
  const self = await findMember(t, actor.userId)
  if (!self || !canManage({ ...actor, role: self.role }, role)) throw forbidden(m.error_team_owner_only)
}

async function getManaged(t: Tx, actor: Member, id: InvitationId): Promise<InvitationRow> {
  requireRole(actor, MANAGE_STAFF)
  const row = await findInvitation(t, id)
  if (!row || row.acceptedAt || row.withdrawnAt) throw notFound('invitation')
  if (!canManage(actor, row.role)) throw forbidden(m.error_team_owner_only)
  return row
}

/**
 * Mails the link, within the limits of mails to strangers. In the language of the recipient's account, or else in that of who invites: a
 * business has no language of its own.
 */
async function mail(t: Tx, tenant: Tenant, actor: Member, row: InvitationRow, token: string): Promise<void> {
  await assertMayReachStranger(t, mailboxOf(row.email))
  const [{ name: business }, language] = [await readTenant(t), await findLanguage(t, row.email, actor.userId)]
  const written = (message: Parameters<typeof inLanguage>[0]) => inLanguage(message, language)
  await queueSystemMail(t, {
    to: row.email,
    language,
    kind: 'invitation',
    subject: written(text(m.team_mail_subject, { name: actor.name, business })),
    paragraphs: [
      written(text(m.team_mail_text, { name: actor.name, business, role: row.role })),
      written(text(m.team_mail_valid, { days: INVITATION_DAYS })),
      written(m.team_mail_note),
    ],
    action: {
      label: written(m.team_mail_action),
      // In the fragment, which browsers send to no server: the token is in no log.
      url: `${tenant.platform.baseUrl}/invite#${token}`,
    },
  })
}
