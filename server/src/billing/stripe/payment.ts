import type Stripe from 'stripe'
import { beginPaymentRead, upsertSession } from '#server/billing/checkout/queries.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callStripe } from './client.ts'
import { sessionOf } from './states.ts'

/** What was read of the one payment of a checkout. Of reads that overlap the one with the highest number counts. */
export type PaymentRead = { checkout: CheckoutRow; readNumber: number; isTakenBack: boolean }

/**
 * Reads a payment at Stripe with the checkout it belongs to. Null for one of no checkout of this product, and for the payments of a
 * subscription, which its own state tells of.
 */
export async function readPayment(platform: Platform, paymentIntentId: string): Promise<PaymentRead | null> {
  const found = await callStripe(platform, (stripe) =>
    stripe.checkout.sessions.list({ payment_intent: paymentIntentId, limit: 1 }),
  )
  const session = found.data[0] && sessionOf(found.data[0])
  if (!session) return null
  const checkout = await upsertSession(platform, session)
  const readNumber = await beginPaymentRead(platform, checkout.id)
  const [intent, disputes] = await callStripe(platform, (stripe) =>
    Promise.all([
      stripe.paymentIntents.retrieve(paymentIntentId, { expand: ['latest_charge'] }),
      stripe.disputes.list({ payment_intent: paymentIntentId, limit: 10 }),
    ]),
  )
  return { checkout, readNumber, isTakenBack: isRefunded(intent) || disputes.data.some(takesMoney) }
}

/** Refunded in full: a partial refund is a discount. */
const isRefunded = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && charge.refunded

/** An open or lost dispute holds the money; an inquiry (`warning_…`) and a won one do not. */
const takesMoney = ({ status }: Stripe.Dispute): boolean =>
  status === 'needs_response' || status === 'under_review' || status === 'lost'
