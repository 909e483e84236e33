import { z } from 'zod'
import { job } from '#server/platform/jobs/job.ts'

/** Removes the stored file of a deleted row; a job, so that nothing is removed when the transaction rolls back. */
export const removeStoredFile = job({
  // The name from before the job was moved to this folder, so that jobs already in the queue still run.
  name: 'conversation.removeStoredFile',
  payload: z.object({ storageKey: z.string() }),
  attempts: 10,
  retryDelaySeconds: 10,
  retryDelayMaxSeconds: 3600,
  run: (platform, { storageKey }) => platform.files.remove(storageKey),
})
