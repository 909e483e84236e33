import type { RecurringJob } from '#server/platform/jobs/job.ts'

const DAY_MS = 86_400_000
/** Ended sessions are looked through for so long, so that nodes may be away for a week. */
const LOOKED_THROUGH_MS = 7 * DAY_MS
/** So many are deleted at once. */
const LIMIT = 10_000

/** Deletes visitors whose sessions have ended and who left nothing: no chat, no vote, no memory. */
export const deleteEndedVisits: RecurringJob = {
  name: 'customer.deleteEndedVisits',
  everySeconds: 3600,
  run: async (platform) => {
    const now = platform.clock.now()
    const from = new Date(now.getTime() - LOOKED_THROUGH_MS)
    await platform.db.query('SELECT delete_ended_visits($1, $2, $3)', [from, now, LIMIT])
  },
}
