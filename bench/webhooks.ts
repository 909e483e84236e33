import pg from 'pg'
import type { Endpoint } from '#contracts/endpoint.ts'
import { createWebhook, deleteWebhook } from '#contracts/webhook/webhook.ts'
import { idOf, SLUGS } from '#test/bulk-rows.ts'
import { pathOf } from '#test/client.ts'
import { type Measurement, median, summarize } from '#test/load/measurement.ts'
import { type BenchmarkRun, largestOf } from './benchmark-run.ts'
import { createTicketRequest } from './http-requests.ts'
import type { Product } from './product-process.ts'
import { ms, percent, rate } from './report.ts'

/** A private address: what is stored is refused without a connection, so that storing is what is measured. */
const NOWHERE = 'https://10.0.0.1/bench'
const WEBHOOKS = 4
const CLIENTS = 16
const ROUNDS = 3
const LEAST_SHARE = 0.9
const LEAVES_WITHIN_MS = 1000
const LATENCY_SAMPLES = 5

/** Measures what webhooks cost the creation of tickets, and how soon after its event a delivery leaves. */
export async function measureWebhooks(bench: BenchmarkRun, product: Product, cookie: string): Promise<void> {
  const { report } = bench
  const database = new pg.Client({ connectionString: largestOf(bench).ownerUrl })
  await database.connect()
  const call = caller(product, cookie)
  try {
    const plain: Measurement[] = []
    const told: Measurement[] = []
    let queued = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      plain.push(await create(bench, product, cookie))
      const ids = await Promise.all(Array.from({ length: WEBHOOKS }, () => add(call, ['*'])))
      told.push(await create(bench, product, cookie))
      queued += await countDeliveries(database)
      for (const webhookId of ids) await call(deleteWebhook, { params: { webhookId } })
    }
    const rateOf = (all: Measurement[]) => median(all.map(({ perSecond }) => perSecond))
    const share = rateOf(told) / rateOf(plain)
    const queuedPerSecond = queued / (ROUNDS * bench.seconds)
    report.title(`Webhooks, ${CLIENTS} clients that create tickets`)
    report.head('', 'tickets', 'p95', 'queued', 'of without')
    report.row('without webhooks', rate(rateOf(plain)), ms(median(plain.map(({ p95 }) => p95))), '-', '100 %')
    report.row(
      `${WEBHOOKS} webhooks for every event`,
      ...[rate(rateOf(told)), ms(median(told.map(({ p95 }) => p95))), rate(queuedPerSecond), percent(share)],
    )
    const isMet = (fits: boolean) => (bench.isSmall ? null : fits)
    report.judge({
      what: 'tickets created with webhooks, of without',
      measured: percent(share),
      budget: `≥ ${percent(LEAST_SHARE)}`,
      isMet: isMet(share >= LEAST_SHARE),
    })
    const leaves = await measureLeaving(bench, product, cookie, database)
    report.row('a delivery leaves after its event', '-', ms(leaves.p95), '-', '-')
    report.judge({
      what: 'a delivery leaves after its event, p95',
      measured: ms(leaves.p95),
      budget: `≤ ${LEAVES_WITHIN_MS} ms`,
      isMet: isMet(leaves.p95 <= LEAVES_WITHIN_MS),
    })
  } finally {
    await database.end()
  }
}

type Call = <E extends Endpoint>(
  endpoint: E,
  given: { params?: Record<string, string>; body?: object },
) => Promise<void>

const caller =
  ({ url }: Product, cookie: string): Call =>
  async (endpoint, given) => {
    const response = await fetch(`${url}${pathOf(endpoint, given)}`, {
      method: endpoint.method,
      headers: { cookie, ...(given.body ? { 'content-type': 'application/json' } : {}) },
      ...(given.body ? { body: JSON.stringify(given.body) } : {}),
    })
    if (!response.ok)
      throw new Error(`${endpoint.method} ${endpoint.path}: ${response.status} ${await response.text()}`)
  }

async function add(call: Call, events: string[]): Promise<string> {
  const id = crypto.randomUUID()
  await call(createWebhook, { body: { id, url: NOWHERE, events } })
  return id
}

async function create({ workers, seconds }: BenchmarkRun, { url }: Product, cookie: string): Promise<Measurement> {
  const target = { kind: 'http' as const, url, requests: [createTicketRequest(cookie)] }
  const [measured] = await workers.loads([{ clients: CLIENTS, seconds, target }])
  return measured as Measurement
}

const ofLive = 'FROM webhook_delivery WHERE tenant_id = $1'

async function countDeliveries(database: pg.Client): Promise<number> {
  const { rows } = await database.query(`SELECT count(*)::int AS n ${ofLive}`, [idOf(`tenant ${SLUGS.live}`)])
  return rows[0]?.n ?? 0
}

/** The time between an event and the end of the first attempt, which is refused without a connection. */
async function measureLeaving(
  bench: BenchmarkRun,
  product: Product,
  cookie: string,
  database: pg.Client,
): Promise<Measurement> {
  const call = caller(product, cookie)
  const times: number[] = []
  for (let n = 0; n < (bench.isSmall ? 1 : LATENCY_SAMPLES); n += 1) {
    // A fresh one each time: after several failures in a row an address is asked less often.
    const webhookId = await add(call, ['ticket.created'])
    for (let ticket = 0; ticket < 4; ticket += 1) {
      const { method, path, headers, body } = createTicketRequest(cookie)
      const sent = body?.replaceAll('{uuid}', () => crypto.randomUUID()) ?? ''
      await fetch(`${product.url}${path}`, { method, headers, body: sent })
    }
    await new Promise((done) => setTimeout(done, 2 * LEAVES_WITHIN_MS))
    const { rows } = await database.query<{ ms: number }>(
      `SELECT (extract(epoch FROM coalesce(attempted_at, now()) - created_at) * 1000)::float AS ms ${ofLive}`,
      [idOf(`tenant ${SLUGS.live}`)],
    )
    times.push(...rows.map((row) => row.ms))
    await call(deleteWebhook, { params: { webhookId } })
  }
  return summarize(times, 1)
}
