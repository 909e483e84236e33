import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import { PgBoss } from 'pg-boss'
import type { Enqueue } from '#server/platform/db/tenant.ts'
import type { Log } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Job } from './job.ts'
import { startWorker, type Worker } from './worker.ts'

export const JOBS_SCHEMA = 'pgboss'
/** Where it is told that a queue has a new job; the payload is the queue's name. */
const CALL_CHANNEL = 'segue_jobs'

export type Jobs = {
  enqueue: Enqueue
  /** Makes the queues known; enqueueing works from here on. */
  open(jobs: readonly Job<never>[]): Promise<void>
  /** Begins to work on them (ROLE=all or worker). */
  work(platform: Platform): Promise<void>
  /** Ends after the running jobs, at the latest after the given time; what was cut is tried again later. */
  stop(timeoutMs: number): Promise<void>
}

/** Lets the queue write in an open transaction, and `along` travel in the same round trip. */
const onClient = (client: PoolClient, along: { text: string; values: unknown[] }) => ({
  executeSql: async (text: string, values?: unknown[]) => {
    const [result] = await Promise.all([client.query(text, values), client.query(along)])
    return { rows: result.rows }
  },
})

/** Heard at the commit. */
const callFor = (name: string) => ({ text: 'SELECT pg_notify($1, $2)', values: [CALL_CHANNEL, name] })

/** The job as if it had been fetched in the moment it was queued: if its process dies it is found by its time like any other. */
const taking = (name: string, id: string) => ({
  text: `UPDATE ${JOBS_SCHEMA}.job SET state = 'active', started_on = ${JOBS_SCHEMA}.job_now() WHERE name = $1 AND id = $2`,
  values: [name, id],
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
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue had a fault'))
  let known: readonly Job<unknown>[] = []
  const workers = new Map<string, Worker>()
  let ear: { close(): Promise<void> } | undefined
  return {
    enqueue: async (client, job, payload, options) => {
      const id = randomUUID()
      const data = job.payload.parse(payload) as object
      const isAtOnce = job.isUrgent && !options?.startAfter
      const ended = isAtOnce
        ? workers.get(job.name)?.reserveSlot({ id, data, retryCount: 0, retryLimit: job.attempts - 1 })
        : undefined
      const sent = boss.send(job.name, data, {
        id,
        db: onClient(client, ended ? taking(job.name, id) : callFor(job.name)),
        ...(job.keyOf ? { singletonKey: job.keyOf(payload) } : {}),
        ...(options?.startAfter ? { startAfter: options.startAfter } : {}),
      })
      await sent.catch((error: unknown) => {
        ended?.(false)
        throw error
      })
      return ended
    },
    open: async (jobs) => {
      known = jobs as unknown as readonly Job<unknown>[]
      await boss.start()
    },
    work: async (platform) => {
      for (const job of known) workers.set(job.name, startWorker(boss, platform, job))
      const callAll = () => {
        for (const worker of workers.values()) worker.poll()
      }
      ear = await boss.getDb().listen?.(CALL_CHANNEL, (name) => workers.get(name)?.poll(), callAll)
    },
    stop: async (timeoutMs) => {
      await ear?.close()
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
