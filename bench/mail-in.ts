import { createHash, createHmac } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { receiveMail } from '#contracts/inbound-mail/inbound-mail.ts'
import { idOf, SLUGS } from '#test/bulk-rows.ts'
import { type Measurement, summarize } from '#test/load/measurement.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { listRequest } from './http-requests.ts'
import { type Product, signInAsOwner, startOnDatabase } from './product-process.ts'
import { ms, percent, rate } from './report.ts'

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

const SETTINGS = { INBOUND_MAIL_ADDRESS: ADDRESS, INBOUND_MAIL_SECRET: SECRET }

/**
 * Measures mail in: mails that are handed over while they are taken in; mails that waited while no worker ran, from when it is ready until the last
 * is a ticket; with the desk's list beside both at a constant rate; and at idle one mail until the list has its ticket. The floor is a plain
 * INSERT of the mail's text, one commit each.
 */
export async function measureMailIn(bench: BenchmarkRun): Promise<void> {
  const database = new pg.Client({ connectionString: largestOf(bench).ownerUrl })
  await database.connect()
  const mails = bench.isSmall ? SMALL_MAILS : MAILS
  try {
    const floor = await measureFloor(database)
    const product = await startOnDatabase(largestOf(bench), POOL_SIZE, SETTINGS)
    try {
      const cookie = await signInAsOwner(product.url, SLUGS.live)
      const end = performance.now() + 2 * bench.seconds * 1000 + 1000
      const quiet = await readDesk(product, cookie, () => performance.now() > end)
      reportHead(bench, { mails, floor, quiet })
      const at = performance.now()
      const { busy } = await besideDesk(product, cookie, () => handOverAll(product, mails, database))
      reportTaken(bench, 'handed over and taken in at once', { perSecond: rateOf(mails, at), floor, quiet, busy })
      await reportShown(bench, product, cookie)
    } finally {
      await product.stop()
    }
    for (const isBeside of [false, true]) await measureWaiting(bench, { mails, floor, database }, isBeside)
  } finally {
    await database.end()
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
  await database.query('CREATE TABLE bench_mail (id uuid PRIMARY KEY, mail text NOT NULL)')
  const began = performance.now()
  const inserts = 500
  for (let n = 0; n < inserts; n += 1)
    await database.query('INSERT INTO bench_mail VALUES (gen_random_uuid(), $1)', [mailOf(n)])
  const perSecond = (inserts * 1000) / (performance.now() - began)
  await database.query('DROP TABLE bench_mail')
  return perSecond
}

type Waiting = { mails: number; floor: number; database: pg.Client }
type Floor = { mails: number; floor: number; quiet: Measurement }

/**
 * Mails that were handed over while no worker ran, as after an outage: then the product starts whole in the place of the web process, or a worker
 * beside it.
 */
async function measureWaiting(
  bench: BenchmarkRun,
  { mails, database, floor }: Waiting,
  isBeside: boolean,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'segue-bench-mail-'))
  const start = (role: string) =>
    startOnDatabase(largestOf(bench), POOL_SIZE, { ...SETTINGS, DATA_DIR: folder, ROLE: role })
  const running: Product[] = []
  try {
    const web = await start('web')
    running.push(web)
    const cookie = await signInAsOwner(web.url, SLUGS.live)
    const end = performance.now() + 2 * bench.seconds * 1000 + 1000
    const quiet = await readDesk(web, cookie, () => performance.now() > end)
    const handed = performance.now()
    const { busy } = await besideDesk(web, cookie, () => handOverAll(web, mails))
    if (!isBeside)
      reportTaken(bench, 'handed over, no worker', { perSecond: rateOf(mails, handed), floor, quiet, busy })
    const before = await countTickets(database)
    if (!isBeside) await running.pop()?.stop()
    const other = await start(isBeside ? 'worker' : 'all')
    running.push(other)
    const began = performance.now()
    const taken = await besideDesk(isBeside ? web : other, cookie, () => untilTickets(database, before + mails))
    const perSecond = rateOf(mails, began)
    const what = isBeside ? 'taken in after waiting, web and worker' : 'taken in after waiting, one process'
    reportTaken(bench, what, { perSecond, floor, quiet, busy: taken.busy })
    judge(bench, { what, perSecond, times: taken.busy.p95 / quiet.p95 })
  } finally {
    for (const one of running) await one.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const rateOf = (mails: number, began: number) => (mails * 1000) / (performance.now() - began)

/** Does some work with the desk's list beside it. */
async function besideDesk(product: Product, cookie: string, work: () => Promise<void>): Promise<{ busy: Measurement }> {
  let isDone = false
  const watching = readDesk(product, cookie, () => isDone)
  await work()
  isDone = true
  return { busy: await watching }
}

/** Hands the mails over; with a database it ends when each is a ticket. */
async function handOverAll(product: Product, mails: number, database?: pg.Client): Promise<void> {
  const before = database ? await countTickets(database) : 0
  let next = 0
  const sender = async () => {
    for (let n = next++; n < mails; n = next++) await handOver(product, mailOf(n))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sender))
  if (database) await untilTickets(database, before + mails)
}

async function untilTickets(database: pg.Client, tickets: number): Promise<void> {
  while ((await countTickets(database)) < tickets) await wait(100)
}

async function countTickets(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM inbound_mail WHERE tenant_id = $1 AND outcome = 'new_ticket'`,
    [idOf(`tenant ${SLUGS.live}`)],
  )
  return rows[0]?.n ?? 0
}

function reportHead({ report }: BenchmarkRun, { mails, floor, quiet }: Floor): void {
  report.title(`Mail in, ${mails.toLocaleString('en')} mails, the ticket list ${DESK_PER_SECOND} times a second`)
  report.head('', 'mails', 'of the floor', 'list p95', 'of without')
  report.row('INSERT of a mail’s text, one commit each (floor)', rate(floor), '100 %', '-', '-')
  report.row('no mail', '-', '-', ms(quiet.p95), '1.00 ×')
}

type Taken = { perSecond: number; floor: number; quiet: Measurement; busy: Measurement }

const reportTaken = ({ report }: BenchmarkRun, what: string, { perSecond, floor, quiet, busy }: Taken): void =>
  report.row(what, rate(perSecond), percent(perSecond / floor), ms(busy.p95), `${(busy.p95 / quiet.p95).toFixed(2)} ×`)

type Judged = { what: string; perSecond: number; times: number }

function judge({ report, isSmall }: BenchmarkRun, { what, perSecond, times }: Judged): void {
  report.judge({
    what: `${what}: mails that become tickets`,
    measured: rate(perSecond),
    budget: `≥ ${LEAST_PER_SECOND}/s`,
    isMet: isSmall ? null : perSecond >= LEAST_PER_SECOND,
  })
  report.judge({
    what: `${what}: ticket list meanwhile, p95`,
    measured: `${times.toFixed(2)} ×`,
    budget: `≤ ${MOST_TIMES_P95} × without`,
    isMet: isSmall ? null : times <= MOST_TIMES_P95,
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
