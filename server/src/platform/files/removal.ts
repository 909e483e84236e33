import { z } from 'zod'
import { job } from '#server/platform/jobs/job.ts'

/** Removes the bytes of a file whose row is gone; a job, so that a row that stayed (rollback) keeps its bytes. */
export const removeStoredFile = job({
  // The queue's name since before the job moved here: what waits in it is still done.
  name: 'conversation.removeStoredFile',
  payload: z.object({ storageKey: z.string() }),
  attempts: 10,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 3600,
  run: (platform, { storageKey }) => platform.files.remove(storageKey),
})
