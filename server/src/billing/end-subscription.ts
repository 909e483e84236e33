import type { Tx } from '#server/platform/db/tenant.ts'
import { cancelSubscription } from './account/cancel-job.ts'
import { findSubscription } from './queries.ts'

/** Nobody goes on paying for a business that is deleted: its subscription at Stripe is canceled by a job. */
export async function endSubscription(t: Tx): Promise<void> {
  const subscriptionId = (await findSubscription(t))?.stripeSubscriptionId
  if (subscriptionId) await t.enqueue(cancelSubscription, { subscriptionId })
}
