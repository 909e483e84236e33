import { z } from 'zod'
import { callStripe } from '#server/billing/stripe/client.ts'
import { job } from '#server/platform/jobs/job.ts'

/** Cancels a subscription that another plan replaced, so that nothing more is charged for it. Retries for two days; after that it
 * stays among the failed jobs of the platform owner for 30 days, who may give it another attempt. */
export const cancelSubscription = job<{ subscriptionId: string }>({
  name: 'billing.cancel_subscription',
  payload: z.object({ subscriptionId: z.string() }),
  attempts: 30,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 7200,
  keptSeconds: 30 * 86_400,
  keyOf: ({ subscriptionId }) => subscriptionId,
  run: async (platform, { subscriptionId }) => {
    await callStripe(platform, async (stripe) => {
      const { status } = await stripe.subscriptions.retrieve(subscriptionId)
      if (status !== 'canceled' && status !== 'incomplete_expired')
        await stripe.subscriptions.cancel(subscriptionId, { prorate: true, invoice_now: true })
    })
  },
})
