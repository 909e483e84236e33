import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm'
import type { SupportAccessId, TenantId } from '#contracts/ids.ts'
import type { SupportAccessView } from '#contracts/owner/support-access.ts'
import * as m from '#i18n/messages.js'
import { bindSession, readAccount, recordAudit, recordAuditIn, requireFreshSignIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound, unauthenticated } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { hasRole, type RoleRule, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { member } from '#server/tenant/schema.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { type OwnerCall, recordActIn } from './act.ts'
import { type SupportAccessRow, supportAccess } from './schema.ts'
import { getTenantDetail } from './tenants.ts'

const LASTS_MS = 60 * 60_000

const mayEnd: RoleRule = { least: 'admin', refusal: m.error_support_end_role }

const present = (row: SupportAccessRow): SupportAccessView => ({
  id: row.id,
  reason: row.reason,
  startedAt: row.startedAt.toISOString(),
  endsAt: row.endsAt.toISOString(),
})

const isRunning = (now: Date) => and(isNull(supportAccess.endedAt), gt(supportAccess.endsAt, now))

/**
 * Opens a business's desk in the owner's session for an hour, as an admin. Both audit logs state the reason. The session works for this
 * business alone, also after the access has ended, until the owner chooses another. An earlier access of the owner ends, in whichever
 * session it is. Throws conflict for a business the owner is a member of.
 */
export async function startSupportAccess(
  call: OwnerCall,
  tenantId: TenantId,
  reason: string,
): Promise<SupportAccessView> {
  const { platform, actor, request } = call
  await requireFreshSignIn(platform, request)
  const { name, memberList } = await getTenantDetail(platform, tenantId)
  if (memberList.some(({ id }) => id === actor.userId)) throw conflict(text(m.error_support_own_business, { name }))
  const account = await readAccount(platform, request)
  if (!account) throw unauthenticated()
  const { sessionId } = account
  const startedAt = platform.clock.now()
  const row: SupportAccessRow = {
    id: randomUUID() as SupportAccessId,
    tenantId,
    userId: actor.userId,
    sessionId,
    reason,
    startedAt,
    endsAt: new Date(startedAt.getTime() + LASTS_MS),
    endedAt: null,
  }
  await tenantOf(platform, tenantId).tx(async (t) => {
    await endEarlier(t, actor)
    await addFormerMember(t, actor)
    await t.db.insert(supportAccess).values(row)
    await bindSession(t, sessionId, tenantId)
    await recordActIn(t, call, { action: 'support_access_started', detail: { reason } })
    await recordActivity(t, supportOf(actor), {
      action: text(m.activity_support_started, { reason }),
      type: 'support_access',
    })
  })
  return present(row)
}

/** Ends what the owner has opened before. Of starts at once each waits here for the one before, so that one access is left. */
async function endEarlier(t: Tx, actor: Member): Promise<void> {
  await t.sql('SELECT 1 FROM auth."user" WHERE id = $1 FOR UPDATE', [actor.userId])
  const ended = await t.db
    .update(supportAccess)
    .set({ endedAt: t.now })
    .where(and(eq(supportAccess.userId, actor.userId), isRunning(t.now)))
    .returning()
  for (const row of ended) await recordAuditIn(t, endOf(row, actor, 'superseded'))
}

/** What support reads and writes refers to a member. Removed at once, so that it takes no seat and is on no list of the team. */
async function addFormerMember(t: Tx, { userId, email }: Member): Promise<void> {
  const row = { userId, email, tenantId: t.tenantId, name: 'Segue Support', createdAt: t.now, removedAt: t.now }
  await t.db
    .insert(member)
    .values({ ...row, role: 'agent' })
    .onConflictDoNothing()
}

const supportOf = (actor: Member): Member => ({ ...actor, name: 'Segue Support', role: 'admin' })

/** Support that works on this business now. */
export async function listSupportAccess(
  { id, platform }: Tenant,
  actor: Member,
): Promise<{ items: SupportAccessView[]; canEnd: boolean }> {
  const rows = await platform.db.orm
    .select()
    .from(supportAccess)
    .where(and(eq(supportAccess.tenantId, id), isRunning(platform.clock.now())))
    .orderBy(desc(supportAccess.startedAt))
    .limit(20)
  return { items: rows.map(present), canEnd: hasRole(actor, mayEnd) }
}

/** Ends support on this business's desk at once. Throws not_found where it is over. */
export async function endSupportAccess(tenant: Tenant, actor: Member, id: SupportAccessId): Promise<void> {
  requireRole(actor, mayEnd)
  await tenant.tx(async (t) => {
    const [row] = await t.db
      .update(supportAccess)
      .set({ endedAt: t.now })
      .where(and(eq(supportAccess.id, id), eq(supportAccess.tenantId, tenant.id), isRunning(t.now)))
      .returning()
    if (!row) throw notFound('support access')
    await recordAuditIn(t, endOf(row, actor, 'ended'))
    await recordActivity(t, actor, { action: m.activity_support_ended, type: 'support_access' })
  })
}

/** Marks support whose hour is over as ended, so that the audit log says when. It had no access since then (support_membership_of). */
export const endExpiredSupport = (platform: Platform): Promise<void> =>
  platform.db.transaction(async (inside) => {
    const expired = await inside.orm
      .update(supportAccess)
      .set({ endedAt: sql`${supportAccess.endsAt}` })
      .where(and(isNull(supportAccess.endedAt), lte(supportAccess.endsAt, platform.clock.now())))
      .returning()
    const within = { ...platform, db: { ...platform.db, ...inside } }
    for (const row of expired) await recordAudit(within, endOf(row, null, 'expired'))
  })

/** The audit log's entry of an end: by whom, or by none for an hour that was over. */
const endOf = (
  { tenantId, reason, userId }: SupportAccessRow,
  actor: Member | null,
  because: 'ended' | 'superseded' | 'expired',
) => ({
  action: 'support_access_ended',
  actor: actor ? { kind: 'member' as const, id: actor.userId, email: actor.email } : { kind: 'system' as const },
  tenantId,
  address: null,
  requestId: null,
  detail: { reason, because, supportUserId: userId },
})
