import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, line } from '#contracts/fields.ts'
import { PlanId, PlanPrice } from './plan.ts'

/** Where a checkout stands: `paid` also for a trial with nothing due; `used` once an account or a change of plan came of it. */
export const CheckoutStatus = z.enum(['open', 'paid', 'used', 'expired'])
export type CheckoutStatus = z.output<typeof CheckoutStatus>

export const CheckoutView = z.object({
  id: z.string(),
  planId: PlanId,
  planName: z.string(),
  price: PlanPrice.nullable(),
  /** When the free trial ends, so that the first payment is due; null before the payment and without a trial. */
  trialEndsAt: Instant.nullable(),
  status: CheckoutStatus,
  /** Whom it was paid by, once Stripe knows. */
  email: z.string().nullable(),
  /** No Stripe key is set: the checkout is a stand-in, and no money moves. */
  isTest: z.boolean(),
  /** Where to go on once it is paid. */
  returnUrl: z.string(),
})
export type CheckoutView = z.output<typeof CheckoutView>

/** The id of a Stripe checkout session, or of a stand-in for one. Who knows it may go on with the checkout. */
const CheckoutParams = z.object({ checkoutId: z.string().regex(/^[\w-]{1,255}$/) })

/** Starts the payment of a plan before there is an account. An unknown plan is the monthly one. The page opens `url` in a new tab. */
export const startCheckout = endpoint({
  method: 'POST',
  path: '/api/checkouts',
  summary: 'Start the payment of a plan',
  tag: 'billing',
  access: 'public',
  rate: 'guestStart',
  status: 201,
  body: z.strictObject({ plan: line(40), email: Email.optional() }),
  reply: z.object({ checkoutId: z.string(), url: z.string() }),
})

export const getCheckout = endpoint({
  method: 'GET',
  path: '/api/checkouts/:checkoutId',
  summary: 'Where a checkout stands',
  tag: 'billing',
  access: 'public',
  rate: 'read',
  params: CheckoutParams,
  reply: CheckoutView,
})

/** Completes a stand-in checkout without payment. Not found where Stripe is connected. */
export const completeTestCheckout = endpoint({
  method: 'POST',
  path: '/api/checkouts/:checkoutId/complete',
  summary: 'Complete a test checkout',
  tag: 'billing',
  access: 'public',
  rate: 'guestStart',
  params: CheckoutParams,
  body: z.strictObject({ email: Email.optional() }),
  reply: CheckoutView,
})

/** Called by Stripe. The signature is of the body's bytes, which are parsed only once it is checked. */
export const receiveStripeEvent = endpoint({
  method: 'POST',
  path: '/api/stripe/webhook',
  summary: 'Receive an event of Stripe',
  tag: 'billing',
  access: 'public',
  rate: 'read',
  keepsRawBody: true,
  reply: z.object({ received: z.literal(true) }),
})
