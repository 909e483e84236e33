import { eq } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type Stripe from 'stripe'
import { applyPaidChange, applyStoredState } from '#server/billing/account/apply.ts'
import { applyPayment } from '#server/billing/account/refund.ts'
import { stripeEvent } from '#server/billing/schema.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readSignedEvent } from './client.ts'
import { readPayment } from './payment.ts'
import { syncSession, syncSubscription } from './sync.ts'

/**
 * Handles an event of Stripe. What an event says is not believed: it names an object, whose state is read at Stripe, so that doubled,
 * late and out-of-order events do no harm. One that failed is answered with an error, and Stripe sends it again.
 */
export async function receiveEvent(platform: Platform, request: FastifyRequest): Promise<{ received: true }> {
  const signature = request.headers['stripe-signature']
  const event = await readSignedEvent(
    platform,
    request.rawBody ?? Buffer.alloc(0),
    typeof signature === 'string' ? signature : '',
  )
  const { orm } = platform.db
  const known = await orm.select().from(stripeEvent).where(eq(stripeEvent.id, event.id))
  if (known.length > 0) return { received: true }
  await handleEvent(platform, event)
  const row = { id: event.id, type: event.type, handledAt: platform.clock.now() }
  await orm.insert(stripeEvent).values(row).onConflictDoNothing()
  return { received: true }
}

async function handleEvent(platform: Platform, event: Stripe.Event): Promise<void> {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.expired': {
      const row = await syncSession(platform, event.data.object.id)
      if (row) await applyPaidChange(platform, row)
      if (row) await applyStoredState(platform, row)
      return
    }
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed':
      return syncKnown(platform, event.data.object.id)
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'invoice.payment_action_required': {
      const subscription = event.data.object.parent?.subscription_details?.subscription
      const id = typeof subscription === 'string' ? subscription : subscription?.id
      return id ? syncKnown(platform, id) : undefined
    }
    case 'charge.refunded':
    case 'charge.dispute.created':
    case 'charge.dispute.closed':
      return receivePayment(platform, event.data.object.payment_intent)
    default:
      return
  }
}

/** A payment was given back, or is disputed: its checkout gives no plan then. A subscription's is told by its invoices. */
async function receivePayment(platform: Platform, reference: string | Stripe.PaymentIntent | null): Promise<void> {
  const id = typeof reference === 'string' ? reference : reference?.id
  const read = id ? await readPayment(platform, id) : null
  if (read) await applyPayment(platform, read)
}

async function syncKnown(platform: Platform, subscriptionId: string): Promise<void> {
  const row = await syncSubscription(platform, subscriptionId)
  if (row) await applyStoredState(platform, row)
}
