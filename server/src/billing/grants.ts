import { PLANS, type PlanId } from '#contracts/billing/plan.ts'
import type { GrantSource, SubscriptionStatus } from '#contracts/billing/subscription.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { cancelSubscription } from './account/cancel-job.ts'
import { recordPlanChange } from './plan-record.ts'
import { lockSubscription, upsertSubscription } from './queries.ts'
import type { SubscriptionRow } from './schema.ts'

/** The state of a subscription, as Stripe has it or as it was granted. Dates that are missing: none. */
export type SubscriptionState = {
  status?: SubscriptionStatus
  /** The beginning of its billing month; now. */
  startedAt?: Date | null
  trialEndsAt?: Date | null
  nextBillingAt?: Date | null
  endsAt?: Date | null
  stripeCustomerId?: string | null
  stripeSubscriptionId?: string | null
}

export type Grant = SubscriptionState & { planId: PlanId; source: GrantSource }

/** Limits that the platform owner sets for one business; null: the plan's. */
export type OwnLimits = Pick<SubscriptionRow, 'ticketLimit' | 'seatLimit' | 'aiLimit'>

/**
 * Gives the business a plan, in the given transaction; a plan it has is replaced. Limits that the owner set for it stay unless they are
 * given. The subscription at Stripe that it replaces is canceled by a job, so that nobody goes on paying for it. Emits `plan.changed`, and is
 * audited.
 */
export async function grantPlan(t: Tx, { planId, source, ...state }: Grant & Partial<OwnLimits>): Promise<void> {
  const before = await lockSubscription(t)
  const after = await upsertSubscription(t, {
    tenantId: t.tenantId,
    planId,
    source,
    status: state.status ?? (source === 'trial' ? 'trialing' : 'active'),
    startedAt: state.startedAt ?? before?.startedAt ?? t.now,
    trialEndsAt: state.trialEndsAt ?? null,
    nextBillingAt: state.nextBillingAt ?? null,
    endsAt: state.endsAt ?? null,
    stripeCustomerId: state.stripeCustomerId ?? before?.stripeCustomerId ?? null,
    stripeSubscriptionId: state.stripeSubscriptionId ?? null,
    ticketLimit: (state.ticketLimit === undefined ? before?.ticketLimit : state.ticketLimit) ?? null,
    seatLimit: (state.seatLimit === undefined ? before?.seatLimit : state.seatLimit) ?? null,
    aiLimit: (state.aiLimit === undefined ? before?.aiLimit : state.aiLimit) ?? null,
    createdAt: t.now,
    updatedAt: t.now,
  })
  const replaced = before?.stripeSubscriptionId
  if (replaced && replaced !== after.stripeSubscriptionId)
    await t.enqueue(cancelSubscription, { subscriptionId: replaced })
  await recordPlanChange(t, before ?? null, after)
}

/** Whether a plan is sold. */
export const isSold = (planId: PlanId): boolean => PLANS[planId].price !== null
