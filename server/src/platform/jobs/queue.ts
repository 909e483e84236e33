import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Enqueue } from '#server/platform/db/tenant.ts'
import type { Log } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Job } from './job.ts'
import { startWorker, type Worker } from './worker.ts'

export const JOBS_SCHEMA = 'pgboss'
/** NOTIFY channel for new jobs; the payload is the queue's name. */
const JOBS_CHANNEL = 'segue_jobs'
/** Of the driver, in milliseconds. The queue's statements are short; the next poll repeats one that was not answered, on another connection. */
const WAITS = { connectionTimeoutMillis: 5000, query_timeout: 15_000 }

export type Jobs = {
  enqueue: Enqueue
  /** Connects to the queues; `enqueue` works from here on. */
  open(jobs: readonly Job<never>[]): Promise<void>
  /** Starts the workers (ROLE=all or worker). */
  work(platform: Platform): Promise<void>
  /** Stops after the running jobs, at the latest after the given time. Jobs cut by it are retried later. */
  stop(timeoutMs: number): Promise<void>
}

/** Makes pg-boss write in an open transaction; `extra` is sent in the same round trip. */
const inTransaction = (client: PoolClient, extra: { text: string; values: unknown[] }) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const [result] = await Promise.all([client.query(text, values), client.query(extra)])
    return { rows: result.rows }
  },
})

/** Wakes the workers of the queue when the transaction commits. */
const notifyWorkers = (name: string) => ({ text: 'SELECT pg_notify($1, $2)', values: [JOBS_CHANNEL, name] })

/** Marks the new job as fetched: if this process ends, pg-boss retries it after its time-out like any other. */
const markActive = (name: string, id: string) => ({
  text: `UPDATE ${JOBS_SCHEMA}.job SET state = 'active', started_on = ${JOBS_SCHEMA}.job_now() WHERE name = $1 AND id = $2`,
  values: [name, id],
})

/**
 * The job queue: pg-boss's tables in the product's own database, so that a row and its job commit together. Jobs are fetched by
 * Segue's workers (docs/decisions/0019-own-job-worker.md).
 */
export function createJobs(url: string, log: Log): Jobs {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOBS_SCHEMA,
    max: 3,
    application_name: 'segue-jobs',
    ...WAITS,
    migrate: false,
    createSchema: false,
    schedule: false,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'))
  let known: readonly Job<unknown>[] = []
  const workers = new Map<string, Worker>()
  let listening: { close(): Promise<void> } | undefined
  return {
    enqueue: async (client, job, payload, options) => {
      const id = randomUUID()
      const data = job.payload.parse(payload) as object
      const startsAtCommit = job.isUrgent && !options?.startAfter
      const onEnd = startsAtCommit
        ? workers.get(job.name)?.reserveSlot({ id, data, retryCount: 0, retryLimit: job.attempts - 1 })
        : undefined
      const sent = boss.send(job.name, data, {
        id,
        db: inTransaction(client, onEnd ? markActive(job.name, id) : notifyWorkers(job.name)),
        ...(job.keyOf ? { singletonKey: job.keyOf(payload) } : {}),
        ...(options?.startAfter ? { startAfter: options.startAfter } : {}),
      })
      await sent.catch((error: unknown) => {
        onEnd?.(false)
        throw error
      })
      return onEnd
    },
    open: async (jobs) => {
      known = jobs as unknown as readonly Job<unknown>[]
      await boss.start()
    },
    work: async (platform) => {
      for (const job of known) workers.set(job.name, startWorker(boss, platform, job))
      const pollAll = () => {
        for (const worker of workers.values()) worker.poll()
      }
      listening = await boss.getDb().listen?.(JOBS_CHANNEL, (name) => workers.get(name)?.poll(), pollAll)
    },
    stop: async (timeoutMs) => {
      await listening?.close()
      await Promise.all([...workers.values()].map((worker) => worker.stop(timeoutMs)))
      await boss.stop({ graceful: false, close: true })
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
        notify: false,
      }
      if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, options)
      else await boss.createQueue(job.name, { ...options, policy: job.keyOf ? 'exclusive' : 'standard' })
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}
