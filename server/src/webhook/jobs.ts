import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { sendDue } from './sender.ts'

/** Sends what is due without a new event: further attempts, and what a killed process left. */
export const sendWebhooks: RecurringJob = {
  name: 'webhook.send',
  everySeconds: 2,
  run: async (platform) => sendDue(platform),
}

/** The log keeps what arrived for a week, and what failed for a month, in which it can be sent again. */
const DELIVERED_KEPT_DAYS = 7
const FAILED_KEPT_DAYS = 30
/** So many entries are deleted at once. */
const MOST_DELETED = 10_000

export const deleteOldDeliveries: RecurringJob = {
  name: 'webhook.deleteOldDeliveries',
  everySeconds: 600,
  run: async (platform) => {
    const now = platform.clock.now().getTime()
    const before = (days: number) => new Date(now - days * 86_400_000)
    await platform.db.query('SELECT delete_old_deliveries($1, $2, $3)', [
      before(DELIVERED_KEPT_DAYS),
      before(FAILED_KEPT_DAYS),
      MOST_DELETED,
    ])
  },
}
