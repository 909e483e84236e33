import { auditLog } from '#server/identity/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { planChanged } from './events.ts'
import type { SubscriptionRow } from './schema.ts'

/** Emits `plan.changed` and adds it to the audit log. */
export async function recordPlanChange(t: Tx, before: SubscriptionRow | null, after: SubscriptionRow): Promise<void> {
  const detail = {
    plan: after.planId,
    status: after.status,
    source: after.source,
    previousPlan: before?.planId ?? null,
    previousStatus: before?.status ?? null,
  }
  const entry = { at: t.now, action: 'plan_changed', tenantId: t.tenantId, actorKind: 'system', detail }
  t.write(t.db.insert(auditLog).values(entry))
  await t.emit(planChanged, { before, after })
}
