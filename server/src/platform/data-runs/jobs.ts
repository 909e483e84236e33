import type { DataRunId } from '#contracts/ids.ts'
import type { DataRunKind } from '#contracts/owner/data-run.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import type { Job, RecurringJob } from '#server/platform/jobs/job.ts'
import { expireFiles, listAbandoned } from './queries.ts'

type RunJob = Job<{ dataRunId: DataRunId }>

/**
 * Queues the runs that nobody works on: those of a killed process, those whose job was lost before it was queued, and those whose time has
 * come. Files that have expired are removed.
 */
export const requeueAbandonedRuns = (jobOf: (kind: DataRunKind) => RunJob): RecurringJob => ({
  name: 'data.requeue',
  everySeconds: 15,
  run: async (platform) => {
    const now = platform.clock.now()
    for (const { id, kind } of await listAbandoned(platform.db, now)) {
      await enqueueJob(platform, jobOf(kind), { dataRunId: id })
    }
    for (const key of await expireFiles(platform.db, now)) await platform.files.remove(key)
  },
})
