import type { FastifyRequest } from 'fastify'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { TenantId, UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { conflict, notFound } from '#server/platform/errors.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { addMember, findMember, lockTenant } from '#server/tenant/service.ts'
import { recordAudit } from './audit.ts'
import { readAccount } from './session.ts'
import type { Statements } from './transaction.ts'

/** A business that a person works for. */
export type Membership = { tenantId: TenantId; slug: string; name: string; role: MemberRole }

/** The active businesses a person works for, the one they joined first at the front. */
export async function listMemberships(platform: Platform, userId: UserId): Promise<Membership[]> {
  const rows = await platform.db.query<{ tenant_id: string; slug: string; name: string; role: MemberRole }>(
    'SELECT tenant_id, slug, name, role FROM memberships_of($1)',
    [userId],
    'prepared',
  )
  return rows.map(({ tenant_id, ...rest }) => ({ tenantId: tenant_id as TenantId, ...rest }))
}

/** Whether the sender of a request is signed in as somebody who works for a business, in this session or another one, or supports it. */
export async function isMemberOf(platform: Platform, request: FastifyRequest, tenantId: TenantId): Promise<boolean> {
  const account = await readAccount(platform, request)
  if (!account) return false
  if (account.membership?.tenantId === tenantId) return true
  return (await listMemberships(platform, account.userId)).some((one) => one.tenantId === tenantId)
}

/** Why a person works for no business any more: the last one they were removed from, or that is suspended; null if there was none. */
export async function findEndedMembership(
  platform: Platform,
  userId: UserId,
): Promise<{ name: string; reason: 'removed' | 'suspended' } | null> {
  const [row] = await platform.db.query<{ name: string; is_removed: boolean }>(
    'SELECT name, is_removed FROM ended_membership_of($1)',
    [userId],
  )
  return row ? { name: row.name, reason: row.is_removed ? 'removed' : 'suspended' } : null
}

/** Whether the business that this session worked for was deleted, and its person has no other one. */
export async function isTenantDeleted(platform: Platform, sessionId: string): Promise<boolean> {
  return (await platform.db.query('SELECT 1 FROM deleted_tenant_of($1)', [sessionId])).length > 0
}

/** Whether the account is a customer of any business. */
export async function isCustomerAnywhere(platform: Platform, userId: UserId): Promise<boolean> {
  const [row] = await platform.db.query<{ is: boolean }>('SELECT is_customer_anywhere($1) AS is', [userId])
  return row?.is ?? false
}

/** The slug of the active business where the owner of the account was a customer last; null for who was nowhere. */
export async function findLastPortal(platform: Platform, userId: UserId): Promise<string | null> {
  const [row] = await platform.db.query<{ slug: string }>('SELECT slug FROM last_portal_of($1)', [userId])
  return row?.slug ?? null
}

/** Of which business the support access of this session has ended, until the session works for another one; null for none. */
export async function findEndedSupport(platform: Platform, sessionId: string): Promise<{ name: string } | null> {
  const [row] = await platform.db.query<{ name: string }>('SELECT name FROM ended_support_of($1, $2)', [
    sessionId,
    platform.clock.now(),
  ])
  return row ?? null
}

/** The session works for this business and for no other: whoever calls it has decided that the person may. */
export async function bindSession(t: Statements, sessionId: string, tenantId: TenantId): Promise<void> {
  await t.sql('UPDATE auth.session SET tenant_id = $2 WHERE id = $1', [sessionId, tenantId])
}

/**
 * The session works for another business of the person from now on. Throws not_found where they are no member, and conflict while support
 * access is active: what is sent from its pages must not act on another business.
 */
export async function switchTenant(
  platform: Platform,
  request: FastifyRequest,
  actor: { userId: UserId; email: string; sessionId: string },
  tenantId: TenantId,
): Promise<void> {
  const now = platform.clock.now()
  const support = await platform.db.query('SELECT 1 FROM support_membership_of($1, $2)', [actor.sessionId, now])
  if (support.length > 0) throw conflict(m.error_support_active, { reason: 'support_active' })
  const [changed] = await platform.db.query<{ id: string }>(
    `UPDATE auth.session SET tenant_id = $2
     WHERE id = $1 AND EXISTS (SELECT 1 FROM memberships_of(user_id) m WHERE m.tenant_id = $2) RETURNING id`,
    [actor.sessionId, tenantId],
  )
  if (!changed) throw notFound('business')
  await recordAudit(platform, {
    action: 'tenant_switched',
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    tenantId,
    address: request.ip,
    requestId: request.id,
  })
}

/** Name and e-mail of a person in all their businesses follow those of their account. */
export async function renameMemberships(
  platform: Platform,
  userId: UserId,
  change: { name?: string; email?: string },
): Promise<void> {
  for (const { tenantId } of await listMemberships(platform, userId)) {
    await tenantOf(platform, tenantId).tx(async (t) => {
      // Read under the lock of a change of the team: a rename neither brings back a member who was just removed nor a former role.
      await lockTenant(t)
      const member = await findMember(t, userId)
      if (!member) return
      const { name, email, role } = member
      await addMember(t, { userId, name, email, role, ...change })
    })
  }
}
