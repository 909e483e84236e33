import type { RecurringJob } from '#server/platform/jobs/job.ts'

/** Alerts are kept so long, read or not. */
const KEPT_MS = 30 * 86_400_000
/** And so many for each member: the newest. */
const KEPT_MOST = 500
/** So many are deleted at once. */
const LIMIT = 10_000

/** Deletes alerts that are older than 30 days or beyond the newest 500 of their member. */
export const deleteOldAlerts: RecurringJob = {
  name: 'notification.delete-old-alerts',
  everySeconds: 3600,
  run: async (platform) => {
    const before = new Date(platform.clock.now().getTime() - KEPT_MS)
    await platform.db.query('SELECT delete_old_alerts($1, $2, $3)', [before, KEPT_MOST, LIMIT])
  },
}
