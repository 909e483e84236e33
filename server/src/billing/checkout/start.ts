import type Stripe from 'stripe'
import { PLANS, type Plan, PlanId } from '#contracts/billing/plan.ts'
import type { TenantId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'
import { callStripe, isStripeConnected } from '#server/billing/stripe/client.ts'
import { MADE_BY, sessionOf } from '#server/billing/stripe/states.ts'
import type { Platform } from '#server/platform/platform.ts'
import { randomToken } from '#server/platform/secrets/tokens.ts'
import { upsertSession } from './queries.ts'

/** The sold plan of a name in a link; monthly for any other. */
export function soldPlanOf(name: string): Plan & { price: NonNullable<Plan['price']> } {
  const id = PlanId.safeParse(name)
  const plan = PLANS[id.success ? id.data : 'monthly']
  const price = plan.price ?? PLANS.monthly.price
  if (!price) throw new Error('the monthly plan is sold')
  return { ...(plan.price ? plan : PLANS.monthly), price }
}

export type NewCheckout = {
  plan: ReturnType<typeof soldPlanOf>
  language: Language
  email?: string | undefined
  /** The business that changes its plan, and its customer at Stripe; none: an account follows. */
  changes?: { tenantId: TenantId; stripeCustomerId: string | null }
}

export type StartedCheckout = { checkoutId: string; url: string }

/**
 * Starts a checkout: at Stripe, or a stand-in without a key. It is stored before its address is known to anybody, so that whoever
 * returns from it finds it.
 */
export async function startCheckout(platform: Platform, given: NewCheckout): Promise<StartedCheckout> {
  if (!isStripeConnected(platform)) return startTestCheckout(platform, given)
  const session = await callStripe(platform, (stripe) =>
    stripe.checkout.sessions.create(sessionParams(platform, given)),
  )
  const stored = sessionOf(session)
  if (!stored || !session.url) throw new Error('Stripe returned another session than was asked for')
  await upsertSession(platform, stored)
  return { checkoutId: session.id, url: session.url }
}

async function startTestCheckout(platform: Platform, given: NewCheckout): Promise<StartedCheckout> {
  const id = `test_${randomToken()}`
  await upsertSession(platform, {
    id,
    planId: given.plan.id,
    status: 'open',
    email: given.email ?? null,
    language: given.language,
    stripeCustomerId: null,
    stripeSubscriptionId: null,
    tenantId: given.changes?.tenantId ?? null,
  })
  return { checkoutId: id, url: `${platform.baseUrl}/test-checkout/${id}` }
}

/** Where a payer goes on: to the account, or back to Billing. */
export const returnUrlOf = (
  platform: Platform,
  { id, planId, tenantId }: Pick<CheckoutRow, 'id' | 'planId' | 'tenantId'>,
) =>
  tenantId
    ? `${platform.baseUrl}/admin?section=billing&checkout=${encodeURIComponent(id)}`
    : `${platform.baseUrl}/signup/${planId}?plan=${encodeURIComponent(PLANS[planId].name)}&session_id=${encodeURIComponent(id)}`

/** Stripe writes the id of the session in its place. */
const SESSION_ID = '{CHECKOUT_SESSION_ID}'

function sessionParams(
  platform: Platform,
  { plan, language, email, changes }: NewCheckout,
): Stripe.Checkout.SessionCreateParams {
  const { price } = plan
  const target = { id: 'ID', planId: plan.id, tenantId: changes?.tenantId ?? null }
  const metadata = {
    madeBy: MADE_BY,
    plan: plan.id,
    language,
    ...(changes ? { tenant: changes.tenantId } : {}),
  }
  const isRecurring = price.period === 'month'
  // A business on trial gets no second trial by changing its plan.
  const trialDays = changes ? 0 : price.trialDays
  return {
    mode: isRecurring ? 'subscription' : 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: price.cents,
          product_data: { name: `Segue ${plan.name}` },
          ...(isRecurring ? { recurring: { interval: 'month' } } : {}),
        },
      },
    ],
    success_url: returnUrlOf(platform, target).replace(/ID$/, SESSION_ID),
    cancel_url: changes ? `${platform.baseUrl}/admin?section=billing` : `${platform.baseUrl}/#pricing`,
    locale: language,
    metadata,
    ...(isRecurring
      ? { subscription_data: { metadata, ...(trialDays > 0 ? { trial_period_days: trialDays } : {}) } }
      : { invoice_creation: { enabled: true } }),
    ...customerOf(isRecurring, email, changes?.stripeCustomerId ?? null),
  }
}

function customerOf(isRecurring: boolean, email: string | undefined, customer: string | null) {
  if (customer) return { customer }
  return {
    ...(isRecurring ? {} : { customer_creation: 'always' as const }),
    ...(email ? { customer_email: email } : {}),
  }
}
