import { randomUUID } from 'node:crypto'
import { and, desc, eq, gt, isNull } from 'drizzle-orm'
import type { SupportAccessId, TenantId } from '#contracts/ids.ts'
import type { SupportAccessView } from '#contracts/owner/support-access.ts'
import * as m from '#i18n/messages.js'
import { readAccount, recordAudit, requireFreshSignIn } from '#server/identity/service.ts'
import type { Member } from '#server/platform/actor.ts'
import { conflict, notFound, unauthenticated } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { hasRole, type RoleRule, requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { member } from '#server/tenant/schema.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { type OwnerCall, recordAct } from './act.ts'
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
 * Opens a business's desk in the owner's session for an hour, as an admin. Both audit logs state the reason. An earlier access of the
 * session ends. Throws conflict for a business the owner is a member of.
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
  await recordAct(call, { action: 'support_access_started', tenantId, detail: { reason } })
  const account = await readAccount(platform, request)
  if (!account) throw unauthenticated()
  const { sessionId } = account
  const now = platform.clock.now()
  const row: SupportAccessRow = {
    id: randomUUID() as SupportAccessId,
    tenantId,
    userId: actor.userId,
    sessionId,
    reason,
    startedAt: now,
    endsAt: new Date(now.getTime() + LASTS_MS),
    endedAt: null,
  }
  await tenantOf(platform, tenantId).tx(async (t) => {
    await t.db
      .update(supportAccess)
      .set({ endedAt: now })
      .where(and(eq(supportAccess.sessionId, sessionId), isRunning(now)))
    // What support reads and writes refers to a member. Removed at once, so that it takes no seat and is on no list of the team.
    const { userId, email } = actor
    await t.db
      .insert(member)
      .values({ tenantId, userId, name: 'Segue Support', email, role: 'agent', createdAt: now, removedAt: now })
      .onConflictDoNothing()
    await t.db.insert(supportAccess).values(row)
    await recordActivity(t, supportOf(actor), {
      action: text(m.activity_support_started, { reason }),
      type: 'support_access',
    })
  })
  return present(row)
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
  const ended = await tenant.tx(async (t) => {
    const [row] = await t.db
      .update(supportAccess)
      .set({ endedAt: t.now })
      .where(and(eq(supportAccess.id, id), eq(supportAccess.tenantId, tenant.id), isRunning(t.now)))
      .returning()
    if (!row) throw notFound('support access')
    await recordActivity(t, actor, { action: m.activity_support_ended, type: 'support_access' })
    return row
  })
  await recordEnd(tenant.platform, actor, ended)
}

const recordEnd = (platform: Platform, actor: Member, { tenantId, reason }: SupportAccessRow): Promise<void> =>
  recordAudit(platform, {
    action: 'support_access_ended',
    actor: { kind: 'member', id: actor.userId, email: actor.email },
    tenantId,
    address: null,
    requestId: null,
    detail: { reason },
  })
