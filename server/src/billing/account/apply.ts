import { grantOf } from '#server/billing/checkout/claim.ts'
import { claimRow, findBySubscription, findCheckout } from '#server/billing/checkout/queries.ts'
import { grantPlan } from '#server/billing/grants.ts'
import { recordPlanChange } from '#server/billing/plan-record.ts'
import { lockSubscription, upsertSubscription } from '#server/billing/queries.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'

/**
 * Gives a business the plan it paid for by a checkout of its own, once (`grantPlan`). Does nothing for any other checkout.
 */
export async function applyPaidChange(platform: Platform, row: CheckoutRow): Promise<CheckoutRow> {
  if (!row.tenantId || row.usedAt || row.status !== 'paid') return row
  await tenantOf(platform, row.tenantId).tx(async (t) => {
    await lockSubscription(t)
    const claimed = await claimRow(t, row.id, 'change')
    if (!claimed) return
    const trialIsOver = { status: 'active', trialEndsAt: null } as const
    const grant = grantOf(claimed, t.now)
    await grantPlan(t, claimed.subscriptionStatus ? grant : { ...grant, ...trialIsOver })
  })
  return (await findCheckout(platform, row.id)) ?? row
}

/** Gives a business the stored state of its subscription. */
export async function applyStoredState(
  platform: Platform,
  { tenantId, stripeSubscriptionId }: CheckoutRow,
): Promise<void> {
  if (!tenantId || !stripeSubscriptionId) return
  await tenantOf(platform, tenantId).tx((t) => applyIn(t, stripeSubscriptionId))
}

async function applyIn(t: Tx, subscriptionId: string): Promise<void> {
  const before = await lockSubscription(t)
  // A subscription that was replaced, or a business that has not used its checkout yet.
  if (before?.stripeSubscriptionId !== subscriptionId) return
  // Read under the lock: whoever comes last finds the newest state.
  const stored = await findBySubscription(t, subscriptionId)
  if (!stored?.subscriptionStatus) return
  const { subscriptionStatus: status, startedAt, trialEndsAt, nextBillingAt, endsAt } = stored
  const state = { status, startedAt: startedAt ?? before.startedAt, trialEndsAt, nextBillingAt, endsAt }
  const isSame = Object.entries(state).every(
    ([key, value]) => String(value) === String(before[key as keyof typeof before]),
  )
  if (isSame) return
  const after = await upsertSubscription(t, { ...before, ...state, updatedAt: t.now })
  await recordPlanChange(t, before, after)
}
