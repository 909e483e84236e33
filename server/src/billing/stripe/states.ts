import type Stripe from 'stripe'
import { PlanId } from '#contracts/billing/plan.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'

/** Marks what this product made in a Stripe account that others may use too. */
export const MADE_BY = 'segue'

/** How long a business keeps its plan after a payment failed. */
export const GRACE_MS = 14 * 86_400_000

export type StoredSession = Pick<
  CheckoutRow,
  'id' | 'planId' | 'status' | 'email' | 'language' | 'stripeCustomerId' | 'stripeSubscriptionId' | 'tenantId'
>

export type StoredState = Pick<
  CheckoutRow,
  'subscriptionStatus' | 'startedAt' | 'trialEndsAt' | 'nextBillingAt' | 'endsAt'
>

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

const dateOf = (seconds: number | null | undefined): Date | null => (seconds ? new Date(seconds * 1000) : null)

/** A checkout session as it is stored; null for one that something else in the Stripe account made. */
export function sessionOf(session: Stripe.Checkout.Session): StoredSession | null {
  const { madeBy, plan, tenant, language } = session.metadata ?? {}
  const planId = PlanId.safeParse(plan)
  if (madeBy !== MADE_BY || !planId.success) return null
  const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid'
  return {
    id: session.id,
    planId: planId.data,
    status: isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'open',
    email: session.customer_details?.email?.toLowerCase() ?? session.customer_email?.toLowerCase() ?? null,
    language: language ?? 'en',
    stripeCustomerId: idOf(session.customer),
    stripeSubscriptionId: idOf(session.subscription),
    tenantId: (tenant as StoredSession['tenantId']) ?? null,
  }
}

/**
 * A subscription as it is stored. After a failed payment the plan stays in force for the grace period, which begins where the unpaid
 * period does; once it is canceled, until the paid time ends.
 */
export function stateOf(subscription: Stripe.Subscription): StoredState {
  const [item] = subscription.items.data
  const startedAt = dateOf(item?.current_period_start ?? subscription.start_date)
  const periodEnd = dateOf(item?.current_period_end)
  const trialEndsAt = dateOf(subscription.trial_end)
  const base = { startedAt, trialEndsAt, nextBillingAt: null, endsAt: null }
  switch (subscription.status) {
    case 'trialing':
    case 'active': {
      const cancelAt = dateOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null)
      return cancelAt
        ? { ...base, subscriptionStatus: 'canceled', endsAt: cancelAt }
        : {
            ...base,
            subscriptionStatus: subscription.status === 'active' ? 'active' : 'trialing',
            nextBillingAt: periodEnd,
          }
    }
    case 'past_due':
    case 'unpaid':
    case 'paused':
      return {
        ...base,
        subscriptionStatus: 'past_due',
        endsAt: new Date((startedAt?.getTime() ?? 0) + GRACE_MS),
      }
    default:
      return { ...base, subscriptionStatus: 'canceled', endsAt: dateOf(subscription.ended_at) ?? startedAt }
  }
}
