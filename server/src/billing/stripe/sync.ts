import { beginRead, findCheckout, storeState, upsertSession } from '#server/billing/checkout/queries.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'
import type { Platform } from '#server/platform/platform.ts'
import { callStripe } from './client.ts'
import { sessionOf, stateOf } from './states.ts'

/** Reads a session at Stripe and stores it, with its subscription. Null for one that this product did not make. */
export async function syncSession(platform: Platform, id: string): Promise<CheckoutRow | null> {
  const session = sessionOf(await callStripe(platform, (stripe) => stripe.checkout.sessions.retrieve(id)))
  if (!session) return null
  const row = await upsertSession(platform, session)
  return row.stripeSubscriptionId ? syncSubscription(platform, row.stripeSubscriptionId) : row
}

/**
 * Reads a subscription at Stripe and stores its state with its checkout. Of reads that overlap the one that began later is stored: it
 * saw every event that had arrived before. Null for a subscription of no known checkout, whose session has yet to be read.
 */
export async function syncSubscription(platform: Platform, subscriptionId: string): Promise<CheckoutRow | null> {
  const read = await beginRead(platform, subscriptionId)
  if (!read) return null
  const state = stateOf(await callStripe(platform, (stripe) => stripe.subscriptions.retrieve(subscriptionId)))
  await storeState(platform, read, state)
  return findCheckout(platform, read.id)
}
