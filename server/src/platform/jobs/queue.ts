import { randomUUID } from 'node:crypto'
import type { Pool, QueryConfig } from 'pg'
import { PgBoss } from 'pg-boss'
import type { TenantId } from '#contracts/ids.ts'
import type { DatabaseAddresses } from '#server/platform/db/addresses.ts'
import { createPool, type DatabaseWaits } from '#server/platform/db/pool.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import type { JobWriter, QueuedJob } from '#server/platform/db/tenant.ts'
import type { Bus, Notification } from '#server/platform/live/bus/bus.ts'
import type { Log } from '#server/platform/log.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tracing } from '#server/platform/tracing/tracing.ts'
import { holderOf, PLATFORM } from './business-slots.ts'
import type { Job } from './job.ts'
import { withTraceparent } from './trace-job.ts'
import { createTurnOrder, type TurnOrder, waitedForItsOwn } from './turn-order.ts'
import { startWorker, type Worker } from './worker.ts'
import type { Queue } from './worker-fetching.ts'

export const JOBS_SCHEMA = 'pgboss'
/** NOTIFY channel for new jobs; the payload is the queue's name. */
export const JOBS_CHANNEL = 'segue_jobs'
/** Connections of a process for fetching and completing jobs. */
const CONNECTIONS = 3
/** All queues share them: where the database is slow, each waits its turn. */
const CONNECT_MS = 5000

export type Jobs = {
  writer: JobWriter
  /** Wakes the workers of these queues in every process. */
  notify(notifications: readonly Notification[]): Promise<void>
  /** Connects to the queues; jobs can be written from here on. */
  open(jobs: readonly Job<never>[]): Promise<void>
  /** Runs for each job that waited long behind others of its business. */
  onLate(run: (tenantId: TenantId) => void): void
  /** Starts the workers (ROLE=all or worker). */
  work(platform: Platform): Promise<void>
  /** Stops after the running jobs, at the latest after the given time. Jobs cut by it are retried later. */
  stop(timeoutMs: number): Promise<void>
}

/** Marks new jobs as fetched: if this process dies, pg-boss retries them after their time-out like any other. */
const markActive = (name: string, ids: string[]): QueryConfig =>
  prepared(
    `UPDATE ${JOBS_SCHEMA}.job SET state = 'active', started_on = ${JOBS_SCHEMA}.job_now() WHERE name = $1 AND id = ANY ($2)`,
    [name, ids],
  )

/** The statement by which pg-boss inserts jobs into a queue; the only parameter is the JSON of all of them. */
async function insertTextOf(boss: PgBoss, name: string): Promise<string> {
  let text = ''
  const executeSql = async (given: string) => {
    text = given
    return { rows: [] }
  }
  await boss.insert(name, [{ data: {} }], { db: { executeSql } })
  return text
}

/** Writes jobs in open transactions: those of a commit by one statement for each queue. */
function createJobWriter(
  boss: PgBoss,
  workerOf: (name: string) => Worker | undefined,
  { order, tracing }: { order: TurnOrder; tracing: Tracing },
): JobWriter & { open(names: string[]): Promise<void> } {
  const texts = new Map<string, string>()
  const textOf = async (name: string): Promise<string> => {
    const text = texts.get(name) ?? (await insertTextOf(boss, name))
    texts.set(name, text)
    return text
  }
  const statementsFor = async (name: string, jobs: QueuedJob[]): Promise<QueryConfig[]> => {
    const started = jobs.flatMap(({ onEnd, row }) => (onEnd ? [row.id] : []))
    const insert = prepared(await textOf(name), [JSON.stringify(jobs.map(({ row }) => row))])
    return started.length > 0 ? [insert, markActive(name, started)] : [insert]
  }
  return {
    // Before the first transaction: it must not wait for what the queue reads about itself.
    open: async (names) => {
      for (const name of names) await textOf(name)
    },
    queue: (job, payload, options) => {
      const id = randomUUID()
      const parsed = job.payload.parse(payload) as object
      // What is planned for later is a trace of its own: one that repeats itself would make a trace without an end.
      const data = options?.startAfter ? parsed : withTraceparent(parsed, tracing)
      const startsAtCommit = job.isUrgent && !options?.startAfter
      const onEnd = startsAtCommit
        ? workerOf(job.name)?.reserveSlot({ id, data, retryCount: 0, retryLimit: job.attempts - 1 })
        : undefined
      const holder = holderOf(data)
      const from = options?.startAfter?.getTime() ?? 0
      // What starts at once takes no place before others.
      const priority = onEnd ? order.priorityNow() : order.place({ queue: job.name, holder, from })
      return {
        name: job.name,
        row: {
          id,
          data,
          priority,
          groupId: holder,
          ...(job.keyOf ? { singletonKey: job.keyOf(payload) } : {}),
          ...(options?.startAfter ? { startAfter: options.startAfter.toISOString() } : {}),
        },
        ...(onEnd ? { onEnd } : {}),
      }
    },
    statementsOf: async (jobs) => {
      const byName = Map.groupBy(jobs, ({ name }) => name)
      const statements = await Promise.all([...byName].map(([name, ofName]) => statementsFor(name, ofName)))
      const woken = [...byName].filter(([, ofName]) => ofName.some(({ onEnd }) => !onEnd))
      return { statements: statements.flat(), notifications: woken.map(([name]) => [JOBS_CHANNEL, name]) }
    },
  }
}

type Parts = {
  log: Log
  bus: Bus
  tracing: Tracing
  waits: DatabaseWaits
  /** Whether this process works on jobs; one that does keeps the queue in order too. */
  isWorker: boolean
}

/**
 * Fetching and completing wait for no disk: after a crash of the database a job of its last half second runs again, as after a crash of
 * this process. Jobs are written in the product's own transactions, which do wait. Behind a pooler, which refuses options, these wait too.
 */
const createQueuePool = ({ appUrl, directAppUrl, isPooled }: DatabaseAddresses, { log, waits }: Parts): Pool =>
  createPool(appUrl, CONNECTIONS, log, {
    ...{ waits: { ...waits, connectMs: CONNECT_MS }, isPooled, probeUrl: directAppUrl },
    ...{ name: 'segue-jobs', isRelaxed: !isPooled },
  })

/**
 * The job queue: pg-boss's tables in the product's own database, so that a row and its job commit together. Jobs are fetched by
 * Segue's workers (docs/decisions/0019-own-job-worker.md).
 */
export function createJobs(addresses: DatabaseAddresses, parts: Parts): Jobs {
  const { log, bus, tracing, isWorker } = parts
  const pool = createQueuePool(addresses, parts)
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: isWorker,
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
    persistWarnings: false,
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue failed'))
  let known: readonly Job<unknown>[] = []
  const workers = new Map<string, Worker>()
  const order = createTurnOrder()
  const lateHandlers: ((tenantId: TenantId) => void)[] = []
  const fetch: Queue['fetch'] = async (name, options) => {
    const fetched = await boss.fetch<unknown>(name, options)
    for (const one of fetched) {
      if (waitedForItsOwn(one) && holderOf(one.data) !== PLATFORM)
        for (const run of lateHandlers) run(holderOf(one.data) as TenantId)
    }
    return fetched
  }
  const queue: Queue = { fetch, complete: boss.complete.bind(boss), fail: boss.fail.bind(boss) }
  const writer = createJobWriter(boss, (name) => workers.get(name), { order, tracing })
  const isFlooded = () => workers.values().some((worker) => worker.isHoldingBack())
  return {
    writer,
    notify: async (notifications) => {
      for (const notification of notifications) await bus.publish(notification)
    },
    open: async (jobs) => {
      known = jobs as unknown as readonly Job<unknown>[]
      await boss.start()
      await writer.open(jobs.map(({ name }) => name))
    },
    onLate: (run) => void lateHandlers.push(run),
    work: async (platform) => {
      for (const job of known) {
        workers.set(
          job.name,
          startWorker(queue, platform, job, { isHeldBack: isFlooded, priorityNow: order.priorityNow }),
        )
      }
      const pollAll = () => {
        for (const worker of workers.values()) worker.poll()
      }
      bus.on(JOBS_CHANNEL, (name) => workers.get(name)?.poll())
      bus.onGap(pollAll)
    },
    stop: async (timeoutMs) => {
      await Promise.all([...workers.values()].map((worker) => worker.stop(timeoutMs)))
      await boss.stop({ graceful: false, close: false })
      await pool.end()
    },
  }
}

/** pg-boss's name for which jobs with the same key there may be at the same time. */
const policyOf = ({ keyOf, isQueuedWhileRunning }: Job<never>) =>
  keyOf ? (isQueuedWhileRunning ? 'short' : 'exclusive') : 'standard'

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
        deleteAfterSeconds: job.keptSeconds,
        notify: false,
      }
      if (await boss.getQueue(job.name)) await boss.updateQueue(job.name, options)
      else await boss.createQueue(job.name, { ...options, policy: policyOf(job) })
    }
  } finally {
    await boss.stop({ graceful: false, close: true })
  }
}
