import type { Pool, PoolClient } from 'pg'
import { type JobWithMetadata, PgBoss } from 'pg-boss'
import type { Enqueue } from '#server/platform/db/tenant.ts'
import type { Log } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Job } from './job.ts'

export const JOBS_SCHEMA = 'pgboss'

export type Jobs = {
  enqueue: Enqueue
  /** Makes the queues known; enqueueing works from here on. */
  open(jobs: readonly Job<never>[]): Promise<void>
  /** Begins to work on them (ROLE=all or worker). */
  work(platform: Platform): Promise<void>
  /** Ends after the running jobs, at the latest after the given time; what was cut is tried again later. */
  stop(timeoutMs: number): Promise<void>
}

const onClient = (client: PoolClient | Pool) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const result = await client.query(text, values as unknown[])
    return { rows: result.rows }
  },
})

/** The queue: pg-boss over the product's own database, so that a row and its job are one commit. */
export function createJobs(url: string, log: Log): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOBS_SCHEMA,
    max: 3,
    application_name: 'segue-jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue had a fault'))
  let known: readonly Job<unknown>[] = []
  return {
    enqueue: async (client, job, payload, options) => {
      await boss.send(job.name, job.payload.parse(payload) as object, {
        db: onClient(client),
        ...(job.keyOf ? { singletonKey: job.keyOf(payload) } : {}),
        ...(options?.startAfter ? { startAfter: options.startAfter } : {}),
      })
    },
    open: async (jobs) => {
      known = jobs as unknown as readonly Job<unknown>[]
      await boss.start()
    },
    work: async (platform) => {
      for (const job of known) await workOn(boss, platform, job)
    },
    stop: async (timeoutMs) => {
      await boss.stop({ graceful: true, timeout: timeoutMs, close: true })
    },
  }
}

/** Creates or updates the queues; runs as the owner, at migration. */
export async function prepareQueues(url: string, jobs: readonly Job<never>[]): Promise<void> {
  const boss = new PgBoss({ connectionString: url, schema: JOBS_SCHEMA, max: 1, supervise: false, schedule: false })
  await boss.start()
  try {
    for (const job of jobs) {
      const options = {
        retryLimit: job.attempts - 1,
        retryDelay: job.retryDelaySeconds,
        retryBackoff: true,
        retryDelayMax: job.retryDelayMaxSeconds,
        expireInSeconds: job.timeoutSeconds,
        deleteAfterSeconds: 3600,
        notify: true,
      }
      if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, options)
      else await boss.createQueue(job.name, { ...options, policy: job.keyOf ? 'exclusive' : 'standard' })
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}

/** One job a fetch and many workers: a slow answer holds up nobody else's, and each job succeeds or fails by itself. */
async function workOn(boss: PgBoss, platform: Platform, job: Job<unknown>): Promise<void> {
  const options = {
    batchSize: 1,
    localConcurrency: job.concurrency,
    burstWhenBatchFull: true,
    includeMetadata: true,
    pollingIntervalSeconds: 5,
  } as const
  await boss.work(job.name, options, async (batch: JobWithMetadata<unknown>[]) => {
    for (const one of batch) await runOne(platform, job, one)
  })
}

async function runOne(platform: Platform, job: Job<unknown>, one: JobWithMetadata<unknown>): Promise<void> {
  const payload = job.payload.parse(one.data)
  try {
    await job.run(platform, payload)
    platform.metrics.job(job.name, 'done')
  } catch (error) {
    const isLast = one.retryCount >= one.retryLimit
    platform.metrics.job(job.name, isLast ? 'given_up' : 'retry')
    platform.log.warn({ err: error, job: job.name, jobId: one.id, attempt: one.retryCount + 1 }, 'a job failed')
    if (isLast) await job.onGivenUp?.(platform, payload, error)
    // pg-boss stores what is thrown: the name only, never values.
    throw new Error(error instanceof Error ? error.name : 'error')
  }
}
