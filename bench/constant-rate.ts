import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { processorMsOf } from '#test/process-use.ts'
import { type BenchmarkRun, largestOf } from './benchmark-run.ts'
import { sendMessageRequests } from './http-requests.ts'
import type { Product } from './product-process.ts'
import { ms, rate } from './report.ts'

const PER_SECOND = 200
const CLIENTS = 64

/** Measures messages sent at a constant rate: to a person, and to the assistant, which answers them meanwhile. */
export async function measureConstantRate(bench: BenchmarkRun, product: Product): Promise<void> {
  const { report } = bench
  const { guests, tickets } = largestOf(bench).size
  const seconds = bench.seconds * 3
  report.title(`Messages at a steady ${PER_SECOND}/s, ${tickets.toLocaleString('en')} tickets`)
  report.head('', 'rate', 'p50', 'p95', 'p99', 'failed')
  const kinds = [
    ['to a person (commit, event)', 'human'],
    ['to the assistant (commit, event, job, answer)', 'ai'],
  ] as const
  let before: Spent | undefined
  for (const [name, who] of kinds) {
    before = await readSpent(bench, product)
    const target = { kind: 'http' as const, url: product.url, requests: sendMessageRequests(guests, who) }
    const sent = await bench.workers.load({ clients: CLIENTS, seconds, perSecond: PER_SECOND, target })
    report.row(name, rate(sent.perSecond), ms(sent.p50), ms(sent.p95), ms(sent.p99), String(sent.failed))
    report.judge({
      what: `send at ${PER_SECOND}/s ${who === 'ai' ? 'with answers' : 'to a person'}, p95`,
      measured: ms(sent.p95),
      budget: '≤ 60 ms',
      isMet: bench.isSmall ? null : sent.p95 <= 60 && sent.failed === 0,
    })
  }
  const drained = await waitUntilIdle(largestOf(bench).ownerUrl)
  report.note(`  the last answer was written ${ms(drained)} after the last message`)
  const after = await readSpent(bench, product)
  const each = (what: 'productMs' | 'databaseMs') =>
    ms((after[what] - (before?.[what] ?? 0)) / Math.max(1, after.messages - (before?.messages ?? 0)))
  report.note(
    `  processor time of a message to the assistant with its answer: product ${each('productMs')}, database ${each('databaseMs')}`,
  )
  report.judge({
    what: `last answer after the last of ${PER_SECOND} messages/s`,
    measured: ms(drained),
    budget: '≤ 2000 ms',
    isMet: bench.isSmall ? null : drained <= 2000,
  })
}

/** Processor time so far, and the customers' messages. */
type Spent = { productMs: number; databaseMs: number; messages: number }

async function readSpent(bench: BenchmarkRun, product: Product): Promise<Spent> {
  const { ownerUrl, pid } = largestOf(bench)
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    const count = `SELECT count(*)::int AS messages FROM message WHERE author = 'customer'`
    const { messages } = (await client.query<{ messages: number }>(count)).rows[0] as { messages: number }
    return { productMs: processorMsOf(product.pid), databaseMs: processorMsOf(pid), messages }
  } finally {
    await client.end()
  }
}

const IDLE_LIMIT_MS = 120_000

/** Waits until no job is left, so that no job runs during a later measurement. Returns the time it took. */
export async function waitUntilIdle(ownerUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  const began = performance.now()
  try {
    while (performance.now() - began < IDLE_LIMIT_MS) {
      const { rows } = await client.query<{ busy: boolean }>(
        `SELECT EXISTS (SELECT 1 FROM pgboss.job WHERE state < 'completed') AS busy`,
      )
      if (!rows[0]?.busy) break
      await wait(50)
    }
    return performance.now() - began
  } finally {
    await client.end()
  }
}
