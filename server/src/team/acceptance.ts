import type { FastifyRequest } from 'fastify'
import type { ReceivedInvitationView } from '#contracts/team/invitation.ts'
import * as m from '#i18n/messages.js'
import { requireFreeSeat } from '#server/billing/service.ts'
import {
  accountByEmail,
  createAccountIn,
  hashNewPassword,
  markEmailVerifiedIn,
  readAccount,
  recordAuditIn,
  startSession,
  switchTenant,
} from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, forbidden, notFound, unauthenticated } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { hashToken } from '#server/platform/secrets/tokens.ts'
import { text } from '#server/platform/text/message.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { addMember, findMember, lockTenant, readTenant, recordActivity } from '#server/tenant/service.ts'
import { ROLE_NAMES } from './policy.ts'
import { problemOf } from './present.ts'
import { findInvitationByToken, findInvitationTenant, findInviterName, redeemInvitation } from './queries.ts'
import type { InvitationRow } from './schema.ts'

type Received = { tenant: Tenant; business: TenantRow; row: InvitationRow; invitedBy: string; now: Date }

/** The invitation of a link. Throws not_found for a token that belongs to none, also to one that was replaced by a second mail. */
async function getReceived(platform: Platform, token: string): Promise<Received> {
  const tenantId = await findInvitationTenant(platform, hashToken(token))
  if (!tenantId) throw notFound('invitation')
  const tenant = tenantOf(platform, tenantId)
  return tenant.read(async (t) => {
    const row = await findInvitationByToken(t, hashToken(token))
    if (!row) throw notFound('invitation')
    const [business, invitedBy] = await Promise.all([readTenant(t), findInviterName(t, row.invitedBy)])
    return { tenant, business, row, invitedBy, now: t.now }
  })
}

/** Why the link cannot be used. A suspended business takes nobody in. */
const problemIn = ({ business, row, now }: Pick<Received, 'business' | 'row' | 'now'>) =>
  business.status === 'ACTIVE' ? problemOf(row, now) : 'withdrawn'

/** An invitation as its recipient sees it, also where its link can no longer be used. */
export async function readReceived(platform: Platform, token: string): Promise<ReceivedInvitationView> {
  const received = await getReceived(platform, token)
  const { business, row, invitedBy } = received
  return {
    businessName: business.name,
    primaryColor: business.branding.primaryColor,
    invitedBy,
    email: row.email,
    role: row.role,
    expiresAt: row.expiresAt.toISOString(),
    problem: problemIn(received),
    hasAccount: (await accountByEmail(platform, row.email)) !== null,
  }
}

/** A person who joins. */
type Joining = Pick<Member, 'userId' | 'name' | 'email'>

export type NewAccount = { name: string; password: string }

/**
 * Accepts an invitation, with a new account or as the signed-in person, and works for the business from then on. Gives the cookies of a
 * new session. Of any number of attempts with one link one succeeds; the others, and those with an expired or withdrawn link, get a
 * conflict whose reason is the problem. Throws plan_limit where the plan has no seat left.
 */
export async function accept(
  platform: Platform,
  request: FastifyRequest,
  given: { token: string; account: NewAccount | null },
): Promise<{ cookies: string[] }> {
  const received = await getReceived(platform, given.token)
  assertUsable(received)
  return given.account
    ? acceptWithNewAccount(platform, request, received, given.account)
    : acceptAsSignedIn(platform, request, received)
}

async function acceptWithNewAccount(
  platform: Platform,
  request: FastifyRequest,
  received: Received,
  { name, password }: NewAccount,
): Promise<{ cookies: string[] }> {
  const { email } = received.row
  if (await accountByEmail(platform, email)) throw conflict(m.error_invitation_has_account, { reason: 'has_account' })
  const owner = { name, email, businessName: received.business.name }
  const hashed = await hashNewPassword(platform, password, owner, 'body.account.password')
  const userId = await received.tenant.tx(async (t) => {
    const redeemed = await redeem(t, received.row)
    // The link came by mail, so the mailbox has proved the address.
    const userId = await createAccountIn(t, { email, name, password: hashed, emailVerified: true })
    await join(t, request, redeemed, { userId, name, email })
    return userId
  })
  const { cookies } = await startSession(platform, request, userId)
  return { cookies }
}

async function acceptAsSignedIn(
  platform: Platform,
  request: FastifyRequest,
  { tenant, row }: Received,
): Promise<{ cookies: string[] }> {
  const account = await readAccount(platform, request)
  if (!account) throw unauthenticated()
  const { userId, name, email, sessionId } = account
  if (email !== row.email)
    throw forbidden(text(m.error_invitation_other_account, { email: row.email }), { reason: 'other_account' })
  await tenant.tx(async (t) => {
    const redeemed = await redeem(t, row)
    if (await findMember(t, userId)) throw conflict(m.error_team_member_already, { reason: 'member' })
    await markEmailVerifiedIn(t, userId)
    await join(t, request, redeemed, { userId, name, email })
  })
  await switchTenant(platform, request, { userId, email, sessionId }, tenant.id)
  return { cookies: [] }
}

/** Redeems the link under the lock of the business, so that the seat that is free now is free at the commit. */
async function redeem(t: Tx, { tokenHash }: InvitationRow): Promise<InvitationRow> {
  await lockTenant(t)
  const redeemed = await redeemInvitation(t, tokenHash)
  if (redeemed) {
    await requireFreeSeat(t)
    return redeemed
  }
  const row = await findInvitationByToken(t, tokenHash)
  if (!row) throw notFound('invitation')
  assertUsable({ business: await readTenant(t), row, now: t.now })
  throw conflict(m.error_invitation_used, { reason: 'used' })
}

const PROBLEMS = {
  used: m.error_invitation_used,
  withdrawn: m.error_invitation_withdrawn,
  expired: m.error_invitation_expired,
}

function assertUsable(received: Pick<Received, 'business' | 'row' | 'now'>): void {
  const problem = problemIn(received)
  if (problem) throw conflict(PROBLEMS[problem], { reason: problem })
}

async function join(t: Tx, request: FastifyRequest, { role }: InvitationRow, person: Joining): Promise<void> {
  await addMember(t, { ...person, role })
  const actor: Member = { kind: 'member', ...person, role }
  await recordActivity(t, actor, {
    action: text(m.activity_team_joined, { name: person.name, role: ROLE_NAMES[role] }),
    type: 'member_joined',
  })
  await recordAuditIn(t, {
    action: 'invitation_accepted',
    actor: { kind: 'member', id: person.userId, email: person.email },
    address: request.ip,
    requestId: request.id,
    detail: { role },
  })
}
