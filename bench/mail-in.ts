import { createHash, createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { receiveMail } from '#contracts/inbound-mail/inbound-mail.ts'
import { SLUGS } from '#test/bulk-rows.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { listRequest } from './http-requests.ts'
import { type Measurement, summarize } from './measurement.ts'
import { type Product, signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms, percent, rate } from './report.ts'
import { idOf } from './sql-statements.ts'

const SECRET = 'secret of the mail server of the bench'
const ADDRESS = 'support@mail.example.com'
const MAILS = 10_000
const SMALL_MAILS = 1000
/** How many deliveries the mail server hands over at once. */
const AT_ONCE = 8
const DESK_PER_SECOND = 10
const LEAST_PER_SECOND = 100
/** How much slower than without mail the desk's list may become. */
const MOST_TIMES_P95 = 1.5
const SHOWN_WITHIN_MS = 2000
const SHOWN_SAMPLES = 10

/**
 * Measures mail in: many waiting mails, from the first hand-over until the last is a ticket, with the desk's list beside it at a constant rate; and at idle one
 * mail until the list has its ticket. The floor is a plain INSERT of the mail's text, one commit each.
 */
export async function measureMailIn(bench: BenchmarkRun): Promise<void> {
  const settings = { INBOUND_MAIL_ADDRESS: ADDRESS, INBOUND_MAIL_SECRET: SECRET }
  const product = await startOnDatabase(largestOf(bench), POOL_SIZE, settings)
  const database = new pg.Client({ connectionString: largestOf(bench).ownerUrl })
  await database.connect()
  try {
    const cookie = await signInAsOwner(product.url, SLUGS.live)
    const mails = bench.isSmall ? SMALL_MAILS : MAILS
    const floor = await measureFloor(database)
    const end = performance.now() + 2 * bench.seconds * 1000 + 1000
    const quiet = await readDesk(product, cookie, () => performance.now() > end)
    const taken = await measureWaiting(product, { cookie, mails, database })
    reportWaiting(bench, { mails, floor, quiet, ...taken })
    await reportShown(bench, product, cookie)
  } finally {
    await database.end()
    await product.stop()
  }
}

const mailOf = (n: number): string =>
  [
    `From: Ada Park ${n} <ada${n}.${crypto.randomUUID().slice(0, 8)}@example.org>`,
    `To: support+${SLUGS.live}@mail.example.com`,
    `Subject: Where is order ${n}?`,
    `Message-ID: <${crypto.randomUUID()}@example.org>`,
    'Date: Tue, 24 Nov 2026 10:00:00 +0000',
    'Content-Type: text/plain; charset=utf-8',
    '',
    `Hello, the parcel with my lamp ${crypto.randomUUID()} has not come. Where is it?`,
    '',
  ].join('\r\n')

/** Hands one mail over, as a mail server does. */
async function handOver({ url }: Product, mail: string): Promise<void> {
  const recipient = `support+${SLUGS.live}@mail.example.com`
  const timestamp = String(Math.floor(Date.now() / 1000))
  const hash = createHash('sha256').update(mail).digest('hex')
  const signed = createHmac('sha256', SECRET).update(`${timestamp}.${recipient}.${hash}`).digest('hex')
  const response = await fetch(`${url}${receiveMail.path}`, {
    method: receiveMail.method,
    headers: {
      'content-type': 'message/rfc822',
      'x-segue-timestamp': timestamp,
      'x-segue-recipient': recipient,
      'x-segue-content-sha256': hash,
      'x-segue-signature': `v1=${signed}`,
    },
    body: mail,
  })
  if (!response.ok) throw new Error(`mail in: ${response.status} ${await response.text()}`)
}

/** The desk's list at a constant rate until told to stop: each answer's time from when it was due. */
async function readDesk(product: Product, cookie: string, isDone: () => boolean): Promise<Measurement> {
  const times: number[] = []
  const running: Promise<void>[] = []
  const began = performance.now()
  for (let n = 0; !isDone(); n += 1) {
    const due = began + (n * 1000) / DESK_PER_SECOND
    await wait(Math.max(0, due - performance.now()))
    running.push(firstPage(product, cookie).then(() => void times.push(performance.now() - due)))
  }
  await Promise.all(running)
  return summarize(times, (performance.now() - began) / 1000)
}

/** Inserts of a mail's text, each with its commit: what storing a mail costs at least. */
async function measureFloor(database: pg.Client): Promise<number> {
  await database.query('CREATE TEMP TABLE bench_mail (id uuid PRIMARY KEY, mail text NOT NULL)')
  const began = performance.now()
  const inserts = 500
  for (let n = 0; n < inserts; n += 1)
    await database.query('INSERT INTO bench_mail VALUES (gen_random_uuid(), $1)', [mailOf(n)])
  return (inserts * 1000) / (performance.now() - began)
}

type Waiting = { cookie: string; mails: number; database: pg.Client }
type Taken = { perSecond: number; handedPerSecond: number; busy: Measurement }

async function measureWaiting(product: Product, { cookie, mails, database }: Waiting): Promise<Taken> {
  const before = await countTickets(database)
  const began = performance.now()
  let next = 0
  let isDone = false
  const watching = readDesk(product, cookie, () => isDone)
  const sender = async () => {
    for (let n = next++; n < mails; n = next++) await handOver(product, mailOf(n))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  const handedPerSecond = (mails * 1000) / (performance.now() - began)
  while ((await countTickets(database)) < before + mails) await wait(100)
  const perSecond = (mails * 1000) / (performance.now() - began)
  isDone = true
  return { perSecond, handedPerSecond, busy: await watching }
}

async function countTickets(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM inbound_mail WHERE tenant_id = $1 AND outcome = 'new_ticket'`,
    [idOf(`tenant ${SLUGS.live}`)],
  )
  return rows[0]?.n ?? 0
}

type Figures = Taken & { mails: number; floor: number; quiet: Measurement }

function reportWaiting(bench: BenchmarkRun, { mails, floor, quiet, perSecond, handedPerSecond, busy }: Figures): void {
  const { report } = bench
  const times = busy.p95 / quiet.p95
  report.title(
    `Mail in, ${mails.toLocaleString('en')} waiting mails, the ticket list ${DESK_PER_SECOND} times a second`,
  )
  report.head('', 'mails', 'of the floor', 'list p95', 'of without')
  report.row('INSERT of a mail’s text, one commit each (floor)', rate(floor), '100 %', '-', '-')
  report.row('no mail', '-', '-', ms(quiet.p95), '1.00 ×')
  report.row('handed over', rate(handedPerSecond), percent(handedPerSecond / floor), '-', '-')
  report.row('a ticket of each', rate(perSecond), percent(perSecond / floor), ms(busy.p95), `${times.toFixed(2)} ×`)
  report.judge({
    what: 'waiting mails that become tickets',
    measured: rate(perSecond),
    budget: `≥ ${LEAST_PER_SECOND}/s`,
    isMet: bench.isSmall ? null : perSecond >= LEAST_PER_SECOND,
  })
  report.judge({
    what: 'ticket list while mails are taken in, p95',
    measured: `${times.toFixed(2)} ×`,
    budget: `≤ ${MOST_TIMES_P95} × without`,
    isMet: bench.isSmall ? null : times <= MOST_TIMES_P95,
  })
}

/** From the hand-over until the ticket is in the list that the desk reads. */
async function reportShown(bench: BenchmarkRun, product: Product, cookie: string): Promise<void> {
  const times: number[] = []
  for (let n = 0; n < (bench.isSmall ? 3 : SHOWN_SAMPLES); n += 1) {
    const subject = `Shown ${crypto.randomUUID()}`
    const began = performance.now()
    await handOver(product, mailOf(n).replace(/^Subject: .*$/m, `Subject: ${subject}`))
    while (!(await firstPage(product, cookie)).includes(subject)) await wait(20)
    times.push(performance.now() - began)
    await wait(500)
  }
  const shown = summarize(times, 1)
  bench.report.row('one mail at idle until its ticket is in the list', '-', '-', ms(shown.p95), '-')
  bench.report.judge({
    what: 'one mail at idle until its ticket is in the list, slowest',
    measured: ms(shown.max),
    budget: `≤ ${SHOWN_WITHIN_MS} ms`,
    isMet: bench.isSmall ? null : shown.max <= SHOWN_WITHIN_MS,
  })
}

async function firstPage({ url }: Product, cookie: string): Promise<string> {
  const { path, headers } = listRequest(cookie)
  return (await fetch(`${url}${path}`, { headers: headers ?? {} })).text()
}
