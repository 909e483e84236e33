import * as m from '#i18n/messages.js'
import { sqlState } from '#server/platform/db/database-errors.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Job } from './job.ts'
import { JOBS_SCHEMA } from './queue.ts'

/** The jobs of one queue by their state. Ended jobs are kept for an hour. */
export type QueueState = {
  name: string
  waiting: number
  active: number
  retrying: number
  failed: number
  completed: number
  /** Since when the oldest job that could run waits; null where none does. */
  oldestDueAt: Date | null
}

export const readQueues = ({ db }: Platform): Promise<QueueState[]> =>
  db.query<QueueState>(
    `SELECT q.name, count(*) FILTER (WHERE j.state = 'created')::int AS waiting, count(*) FILTER (WHERE j.state = 'active')::int AS active,
       count(*) FILTER (WHERE j.state = 'retry')::int AS retrying, count(*) FILTER (WHERE j.state = 'failed')::int AS failed,
       count(*) FILTER (WHERE j.state = 'completed')::int AS completed,
       min(j.start_after) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now()) AS "oldestDueAt"
     FROM ${JOBS_SCHEMA}.queue q LEFT JOIN ${JOBS_SCHEMA}.job j ON j.name = q.name
     WHERE q.name NOT LIKE '\\_\\_%' GROUP BY q.name ORDER BY q.name`,
  )

/** A job whose attempts are used up. Its payload is not read: it names rows of businesses. */
export type FailedJob = { id: string; queue: string; error: string | null; attempts: number; failedAt: Date }

/** The newest failed jobs, at most 100. */
export const listFailedJobs = ({ db }: Platform): Promise<FailedJob[]> =>
  db.query<FailedJob>(
    `SELECT id, name AS queue, output->>'name' AS error, retry_count + 1 AS attempts, completed_on AS "failedAt"
     FROM ${JOBS_SCHEMA}.job WHERE state = 'failed' ORDER BY completed_on DESC LIMIT 100`,
  )

/** Gives a failed job one more attempt, at once. Throws not_found where it is not failed, and conflict where another one does its work. */
export async function retryJob({ db }: Platform, id: string): Promise<void> {
  try {
    const changed = await db.query(
      `UPDATE ${JOBS_SCHEMA}.job SET state = 'retry', retry_limit = retry_count + 1, start_after = now(), completed_on = NULL
       WHERE id = $1 AND state = 'failed' RETURNING id`,
      [id],
    )
    if (changed.length === 0) throw notFound('job')
  } catch (error) {
    if (sqlState(error) !== '23505') throw error
    throw conflict(m.error_job_queued_again, { cause: error })
  }
}

/** A job with this key that waits for its next attempt gets it now: what it waited for is there. */
export async function hastenJob({ db }: Platform, { name }: Pick<Job<never>, 'name'>, key: string): Promise<void> {
  await db.query(
    `UPDATE ${JOBS_SCHEMA}.job SET start_after = now() WHERE name = $1 AND singleton_key = $2 AND state = 'retry'`,
    [name, key],
  )
}
