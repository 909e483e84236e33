import type { BillingNotice, BillingView } from '#contracts/billing/billing.ts'
import { PLANS, PlanFeature } from '#contracts/billing/plan.ts'
import { includesFeature, isInForce, limitsOf, planWith } from '#server/billing/entitlement.ts'
import { isSold } from '#server/billing/grants.ts'
import { planOf } from '#server/billing/limits.ts'
import { nameOfPlan } from '#server/billing/plan-name.ts'
import { MANAGE_BILLING } from '#server/billing/policy.ts'
import { countMembers, findMonth } from '#server/billing/queries.ts'
import type { SubscriptionRow } from '#server/billing/schema.ts'
import { isStripeConnected } from '#server/billing/stripe/client.ts'
import { findUsage } from '#server/billing/usage/count.ts'
import { reachedPercent } from '#server/billing/usage/tell.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasRole, requireRole } from '#server/platform/policy.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** The plan with its use. Throws forbidden by MANAGE_BILLING. */
export async function readBilling(tenant: Tenant, actor: Member): Promise<BillingView> {
  requireRole(actor, MANAGE_BILLING)
  return tenant.read(async (t) => {
    const { plan, subscription } = await planOf(t)
    const { month, limits, used } = await usageOf(t, subscription)
    const seats = await countMembers(t)
    const lacks = (feature: PlanFeature) => !includesFeature(subscription, feature, t.now)
    return {
      plan,
      source: subscription.source,
      ...paymentOf(subscription, t.now, month.to),
      month: { from: month.from.toISOString(), to: month.to.toISOString() },
      usage: {
        tickets: { used: used.tickets, limit: limits.tickets },
        seats: { used: seats, limit: limits.seats },
        aiInteractions: { used: used.aiInteractions, limit: limits.aiInteractions },
      },
      locked: PlanFeature.options.filter(lacks).map((feature) => ({ feature, plan: nameOfPlan(planWith(feature)) })),
      choices: Object.values(PLANS).filter(({ id }) => canChoose(subscription, id, t.now)),
      isStripeConnected: isStripeConnected(tenant.platform),
      hasPayments: isStripeConnected(tenant.platform) && subscription.stripeCustomerId !== null,
    }
  })
}

/** Without Stripe nobody tells of the end of a trial or of the next month. */
function paymentOf(row: SubscriptionRow, at: Date, monthEnd: Date) {
  const hasRolled = row.stripeSubscriptionId === null && row.nextBillingAt !== null && row.nextBillingAt <= at
  return {
    status: hasRolled && row.status === 'trialing' ? ('active' as const) : row.status,
    isInForce: isInForce(row, at),
    trialEndsAt: row.status === 'trialing' && !hasRolled ? iso(row.trialEndsAt) : null,
    nextBillingAt: iso(hasRolled ? monthEnd : row.nextBillingAt),
    endsAt: iso(row.endsAt),
  }
}

/** A plan that is sold: another one than the plan in force, and none instead of the lifetime plan, which has everything. */
export const canChoose = (row: SubscriptionRow, planId: keyof typeof PLANS, at: Date): boolean => {
  if (!isSold(planId)) return false
  if (!isInForce(row, at) || row.status === 'canceled') return true
  return row.planId !== 'lifetime' && planId !== row.planId
}

async function usageOf(t: Tx, subscription: SubscriptionRow) {
  const month = await findMonth(t, subscription.startedAt)
  const row = await findUsage(t, month.from)
  const used = { tickets: row?.tickets ?? 0, aiInteractions: row?.aiInteractions ?? 0 }
  return { month, used, limits: limitsOf(subscription, t.now) }
}

/** What the desk tells every member: the most urgent first. */
export const readNotices = (tenant: Tenant, actor: Member): Promise<{ items: BillingNotice[]; canChange: boolean }> =>
  tenant.read(async (t) => {
    const { subscription } = await planOf(t)
    const { month, limits, used } = await usageOf(t, subscription)
    const items: BillingNotice[] = []
    const at = iso(subscription.endsAt)
    const add = (kind: BillingNotice['kind']) => items.push({ kind, at, percent: null, limit: null })
    const { status } = subscription
    if (!isInForce(subscription, t.now)) add(status === 'refunded' ? 'refunded' : 'ended')
    else if (status === 'past_due' || status === 'canceled') add(status)
    for (const kind of ['tickets', 'aiInteractions'] as const) {
      const percent = reachedPercent(used[kind], limits[kind])
      if (percent > 0) items.push({ kind, percent, limit: limits[kind], at: month.to.toISOString() })
    }
    return { items, canChange: hasRole(actor, MANAGE_BILLING) }
  })
