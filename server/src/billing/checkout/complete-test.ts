import { applyPaidChange } from '#server/billing/account/apply.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'
import { isStripeConnected } from '#server/billing/stripe/client.ts'
import type { Platform } from '#server/platform/platform.ts'
import { findCheckout, upsertSession } from './queries.ts'

/** Completes a stand-in checkout, in which no money moves. Null where it is unknown, or where Stripe is connected. */
export async function completeTestCheckout(
  platform: Platform,
  id: string,
  email: string | null,
): Promise<CheckoutRow | null> {
  const row = isStripeConnected(platform) ? null : await findCheckout(platform, id)
  if (row?.status !== 'open') return row
  const { planId, language, stripeCustomerId, stripeSubscriptionId, tenantId } = row
  const paid = await upsertSession(platform, {
    id,
    planId,
    language,
    stripeCustomerId,
    stripeSubscriptionId,
    tenantId,
    status: 'paid',
    email: email ?? row.email,
  })
  return applyPaidChange(platform, paid)
}
