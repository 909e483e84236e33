import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm'
import { recordPlanChange } from '#server/billing/plan-record.ts'
import { lockSubscription, upsertSubscription } from '#server/billing/queries.ts'
import { checkout, type SubscriptionRow } from '#server/billing/schema.ts'
import type { PaymentRead } from '#server/billing/stripe/payment.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'

/**
 * Takes back the plan that was paid once, when its payment was given back or is disputed: nothing is deleted, and what there is stays
 * readable and answerable. After a dispute that was won the plan is in force again. A checkout that nobody has used gives no plan.
 */
export async function applyPayment(platform: Platform, read: PaymentRead): Promise<void> {
  const { tenantId, usedAt } = read.checkout
  if (!tenantId || !usedAt) {
    await store(platform.db.orm, platform.clock.now(), read)
    return
  }
  await tenantOf(platform, tenantId).tx(async (t) => {
    const before = await lockSubscription(t)
    if (!(await store(t.db, t.now, read)) || !before || !isPaidBy(before, read)) return
    const change = changeOf(t, before, read.isTakenBack)
    if (!change) return
    const after = await upsertSubscription(t, { ...before, ...change, updatedAt: t.now })
    await recordPlanChange(t, before, after)
  })
}

/** Whether the plan of the business is the one that this checkout gave: another plan that came later is not affected. */
const isPaidBy = ({ source, planId, stripeSubscriptionId }: SubscriptionRow, read: PaymentRead): boolean =>
  source === 'checkout' && planId === read.checkout.planId && stripeSubscriptionId === null

function changeOf(
  { now }: Tx,
  { status }: SubscriptionRow,
  isTakenBack: boolean,
): Pick<SubscriptionRow, 'status' | 'endsAt'> | null {
  if (isTakenBack) return status === 'refunded' ? null : { status: 'refunded', endsAt: now }
  return status === 'refunded' ? { status: 'active', endsAt: null } : null
}

/** Stores what was read: true where it is news, and no read that began later is stored already. */
async function store(
  orm: Tx['db'],
  now: Date,
  { checkout: { id }, readNumber, isTakenBack }: PaymentRead,
): Promise<boolean> {
  const isNewest = and(eq(checkout.id, id), lt(checkout.storedRead, readNumber))
  const isNews = isTakenBack ? isNull(checkout.refundedAt) : isNotNull(checkout.refundedAt)
  const { rowCount } = await orm
    .update(checkout)
    .set({ storedRead: readNumber, refundedAt: isTakenBack ? now : null })
    .where(and(isNewest, isNews))
  return rowCount === 1
}
