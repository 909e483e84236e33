import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Pool, type PoolClient } from 'pg'
import { PgBoss } from 'pg-boss'
import { pino } from 'pino'
import { z } from 'zod'
import { startEmbeddedPostgres } from '#server/platform/db/embedded.ts'
import { WAITS } from '#server/platform/db/pool.ts'
import type { OnTransactionEnd } from '#server/platform/db/tenant.ts'
import { type Job, job } from '#server/platform/jobs/job.ts'
import { createJobs, JOBS_CHANNEL, JOBS_SCHEMA, prepareQueues } from '#server/platform/jobs/queue.ts'
import { createNotifyBus } from '#server/platform/live/bus/notify-bus.ts'
import type { Platform } from '#server/platform/platform.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { createReport, ms, rate } from './report.ts'

/**
 * Compares the product's job worker with `boss.work` of pg-boss on the built-in PostgreSQL: `node bench/job-worker.ts`. The decision
 * it serves is docs/decisions/0019-own-job-worker.md.
 */

const JOB_MS = 20
const SLOW_MS = 2000
const SINGLE_JOBS = 100
const BURST = 200
const CONCURRENCY = 10

const Payload = z.object({ n: z.number(), ms: z.number() })
type Payload = z.output<typeof Payload>

/** When each job of the running measurement started and ended, by its number. */
const started = new Map<number, number>()
const ended = new Map<number, number>()

async function runJob({ n, ms: duration }: Payload): Promise<void> {
  started.set(n, performance.now())
  if (duration > 0) await wait(duration)
  ended.set(n, performance.now())
}

/** A way to queue a job in an open transaction; the returned function is told the end of that. */
type Enqueue = (client: PoolClient, payload: Payload) => Promise<OnTransactionEnd | undefined>
type Candidate = { name: string; enqueue: Enqueue }

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'segue-jobs-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => undefined })
  const pool = new Pool({ connectionString: postgres.url, max: 8 })
  try {
    const product = await openOwnWorkers(postgres.url)
    const boss = await openBossWorkers(postgres.url)
    const report = createReport((line) => process.stdout.write(`${line}\n`))
    report.title(`Job workers: one job at a time, then ${BURST} jobs of ${JOB_MS} ms at once`)
    report.head('', 'start p50', 'start p95', 'burst done', 'jobs', 'tx per job', 'one slow')
    const candidates = [...product.candidates, ...boss.candidates]
    // Warm-up: connections, plans and compiled code.
    for (const candidate of candidates) await measureBurst(pool, candidate)
    for (const candidate of candidates) {
      const single = await measureSingleJobs(pool, candidate)
      const burst = await measureBurst(pool, candidate)
      const mixed = await measureBurst(pool, candidate, SLOW_MS)
      const perSecond = (BURST / burst.doneMs) * 1000
      report.row(
        candidate.name,
        ms(single.p50),
        ms(single.p95),
        ms(burst.doneMs),
        rate(perSecond),
        burst.transactions.toFixed(1),
        ms(mixed.doneMs),
      )
    }
    report.note(`\n"one slow": the first job takes ${SLOW_MS} ms; the time until the other ${BURST - 1} are done.`)
    await product.stop()
    await boss.stop()
  } finally {
    await pool.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function openOwnWorkers(url: string): Promise<{ candidates: Candidate[]; stop(): Promise<void> }> {
  const log = pino({ level: 'silent' })
  const platform = { log, metrics: { job: () => undefined } } as unknown as Platform
  const given = { payload: Payload, concurrency: CONCURRENCY, run: (_: Platform, payload: Payload) => runJob(payload) }
  const polled = job({ name: 'bench.notified', ...given })
  const urgent = job({ name: 'bench.urgent', ...given, isUrgent: true })
  const all = [polled, urgent] as unknown as readonly Job<never>[]
  await prepareQueues(url, all)
  const pool = new Pool({ connectionString: url, max: 1 })
  const bus = createNotifyBus({ pool, url, log, channels: [JOBS_CHANNEL] })
  await bus.start()
  const jobs = createJobs(
    { ownerUrl: url, appUrl: url, directAppUrl: url, isPooled: false, readUrl: null },
    { log, bus, tracing: NO_TRACING, waits: WAITS, isWorker: true },
  )
  await jobs.open(all)
  await jobs.work(platform)
  const enqueue =
    (one: Job<Payload>): Enqueue =>
    async (client, payload) => {
      const queued = jobs.writer.queue(one as Job<unknown>, payload, undefined)
      const { statements, notifications } = await jobs.writer.statementsOf([queued])
      for (const statement of statements) await client.query(statement)
      for (const woken of notifications) await client.query('SELECT pg_notify($1, $2)', [...woken])
      return queued.onEnd
    }
  return {
    candidates: [
      { name: 'product worker, woken by NOTIFY', enqueue: enqueue(polled) },
      { name: 'product worker, slot reserved before commit', enqueue: enqueue(urgent) },
    ],
    stop: async () => {
      await jobs.stop(1000)
      await bus.stop()
      await pool.end()
    },
  }
}

const BOSS_WORKERS = [
  { name: 'boss.work, a batch of 10', queue: 'boss.one', options: { batchSize: CONCURRENCY } },
  { name: 'boss.work, two batches of 10', queue: 'boss.two', options: { batchSize: CONCURRENCY, localConcurrency: 2 } },
]

async function openBossWorkers(url: string): Promise<{ candidates: Candidate[]; stop(): Promise<void> }> {
  const boss = new PgBoss({
    connectionString: url,
    schema: JOBS_SCHEMA,
    max: 3,
    useListenNotify: true,
    schedule: false,
  })
  boss.on('error', () => undefined)
  await boss.start()
  for (const { queue, options } of BOSS_WORKERS) {
    await boss.createQueue(queue, { notify: true, retryLimit: 2 })
    await boss.work<Payload>(
      queue,
      { ...options, burstWhenBatchFull: true, pollingIntervalSeconds: 2 },
      async (jobs) => void (await Promise.all(jobs.map(({ data }) => runJob(data)))),
    )
  }
  // The listener connects in the background.
  await wait(1000)
  return {
    candidates: BOSS_WORKERS.map(({ name, queue }) => ({
      name,
      enqueue: async (client, payload) => {
        const db = {
          executeSql: async (text: string, values?: unknown[]) => ({ rows: (await client.query(text, values)).rows }),
        }
        await boss.send(queue, payload, { db })
        return undefined
      },
    })),
    stop: () => boss.stop({ graceful: false, close: true }),
  }
}

/** Queues a job in a transaction and returns the time of its commit. */
async function enqueueInTransaction(pool: Pool, { enqueue }: Candidate, payload: Payload): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    const onEnd = await enqueue(client, payload)
    await client.query('COMMIT')
    const committed = performance.now()
    onEnd?.('committed')
    return committed
  } finally {
    client.release()
  }
}

async function measureSingleJobs(pool: Pool, candidate: Candidate): Promise<{ p50: number; p95: number }> {
  const latencies: number[] = []
  for (let n = 0; n < SINGLE_JOBS; n += 1) {
    reset()
    const committed = await enqueueInTransaction(pool, candidate, { n, ms: 0 })
    await until(() => ended.has(n))
    latencies.push(Math.max(0, (started.get(n) ?? Number.NaN) - committed))
    // Apart, so that every job finds idle workers.
    await wait(20 + Math.random() * 40)
  }
  latencies.sort((a, b) => a - b)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  return { p50: at(0.5), p95: at(0.95) }
}

/** Queues many jobs at once; the time until all are done, but for a first one that may be slow. */
async function measureBurst(
  pool: Pool,
  candidate: Candidate,
  firstMs = JOB_MS,
): Promise<{ doneMs: number; transactions: number }> {
  reset()
  const before = await countTransactions(pool)
  const began = performance.now()
  const payloads = Array.from({ length: BURST }, (_, n) => ({ n, ms: n === 0 ? firstMs : JOB_MS }))
  await Promise.all(payloads.map((payload) => enqueueInTransaction(pool, candidate, payload)))
  await until(() => ended.size >= (firstMs > JOB_MS ? BURST - 1 : BURST))
  const doneMs = performance.now() - began
  await until(() => ended.size === BURST)
  const after = await countTransactions(pool)
  return { doneMs, transactions: (after - before) / BURST }
}

/** Committed transactions of the database; every statement outside a transaction is one. */
async function countTransactions(pool: Pool): Promise<number> {
  // Sessions report their counts at most once a second, when they are idle.
  await wait(2500)
  await pool.query('SELECT pg_stat_clear_snapshot()')
  const { rows } = await pool.query<{ n: string }>(
    'SELECT xact_commit AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  return Number(rows[0]?.n)
}

const reset = () => {
  started.clear()
  ended.clear()
}

async function until(isMet: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!isMet()) {
    if (performance.now() > deadline) throw new Error('the jobs did not end within two minutes')
    await wait(1)
  }
}

await main()
