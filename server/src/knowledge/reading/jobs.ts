import type { RecurringJob } from '#server/platform/jobs/job.ts'

const DAY_MS = 86_400_000
/** So many are deleted at once. */
const LIMIT = 50_000

/** Deletes who read an article on days that are over everywhere: what stays is how many. A process may write readings of the last day after it. */
export const deleteOldReaders: RecurringJob = {
  name: 'knowledge.delete-old-readers',
  everySeconds: 3600,
  run: async (platform) => {
    const yesterday = new Date(platform.clock.now().getTime() - DAY_MS).toISOString().slice(0, 10)
    await platform.db.query('SELECT delete_old_readers($1, $2)', [yesterday, LIMIT])
  },
}
