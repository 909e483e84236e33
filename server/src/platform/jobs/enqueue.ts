import type { TransactionEnd } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Job } from './job.ts'

/**
 * Queues a job outside of a tenant's transaction. It is not stored together with its cause: whoever calls it needs a recurring job that
 * finds causes without a job.
 */
export async function enqueueJob<P>({ db, jobs }: Platform, job: Job<P>, payload: P): Promise<void> {
  const queued = jobs.writer.queue(job as Job<unknown>, payload, undefined)
  let end: TransactionEnd = 'unknown'
  try {
    const { statements, notifications } = await jobs.writer.statementsOf([queued])
    for (const statement of statements) await db.pool.query(statement)
    end = 'committed'
    await jobs.notify(notifications)
  } finally {
    queued.onEnd?.(end)
  }
}
