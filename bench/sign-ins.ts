import { signIn } from '#contracts/identity/session.ts'
import { hashPassword, verifyPassword } from '#server/identity/password-hash.ts'
import { emailOf, PASSWORD } from '#test/bulk-rows.ts'
import { type Measurement, summarize } from '#test/load/measurement.ts'
import type { BenchmarkRun } from './benchmark-run.ts'
import { listRequest } from './http-requests.ts'
import type { HttpRequest, Load } from './load.ts'
import { startWorkers } from './load-workers.ts'
import type { Product } from './product-process.ts'
import { ms, rate } from './report.ts'

const CLIENTS = 16
const LISTS_PER_SECOND = 20

const signInRequest = (slug: string): HttpRequest => ({
  method: 'POST',
  path: signIn.path,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: emailOf(slug), password: PASSWORD, portal: 'business' }),
})

/**
 * Measures sign-ins of so many clients at once, compared with the hashes alone, and a list of another person meanwhile, compared with the
 * same list before: hashing must not keep other requests waiting.
 */
export async function measureSignIns(
  bench: BenchmarkRun,
  product: Product,
  owners: { slug: string; cookie: string }[],
): Promise<void> {
  const { report, seconds } = bench
  const http = (requests: HttpRequest[]): Load['target'] => ({ kind: 'http', url: product.url, requests })
  const lists: Load = {
    clients: 4,
    seconds,
    perSecond: LISTS_PER_SECOND,
    target: http([listRequest(owners[0]?.cookie ?? '')]),
  }
  const signIns: Load = { clients: CLIENTS, seconds, target: http(owners.map(({ slug }) => signInRequest(slug))) }
  const beside = startWorkers()
  try {
    const hashes = await measureHashes(seconds)
    const before = await beside.load(lists)
    const [measured, meanwhile] = await Promise.all([bench.workers.load(signIns), beside.load(lists)])
    report.title(`Sign-in, ${CLIENTS} clients`)
    report.head('', 'rate', 'p50', 'p95', 'of the floor')
    const row = (name: string, { perSecond, p50, p95 }: Measurement, floor: Measurement) =>
      report.row(name, rate(perSecond), ms(p50), ms(p95), `${(p95 / floor.p95).toFixed(2)} ×`)
    row('hashes alone (floor)', hashes, hashes)
    row('sign-in', measured, hashes)
    row('ticket list before (floor)', before, before)
    row('ticket list meanwhile', meanwhile, before)
    judge(bench, measured, meanwhile)
  } finally {
    beside.stop()
  }
}

function judge({ report, isSmall }: BenchmarkRun, signIns: Measurement, lists: Measurement): void {
  const isMet = (fits: boolean) => (isSmall ? null : fits)
  report.judge({
    what: `sign-in at ${CLIENTS} clients, p95`,
    measured: ms(signIns.p95),
    budget: '≤ 150 ms',
    isMet: isMet(signIns.p95 <= 150 && signIns.failed === 0),
  })
  report.judge({
    what: 'ticket list during sign-ins, p95',
    measured: ms(lists.p95),
    budget: '≤ 100 ms',
    isMet: isMet(lists.p95 <= 100 && lists.failed === 0),
  })
}

/** Checks a password's hash as often at once as there are clients, without server and database. */
async function measureHashes(seconds: number): Promise<Measurement> {
  const hash = await hashPassword(PASSWORD)
  const durations: number[] = []
  const end = performance.now() + seconds * 1000
  const one = async () => {
    while (performance.now() < end) {
      const began = performance.now()
      await verifyPassword({ hash, password: PASSWORD })
      durations.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, one))
  return summarize(durations, seconds)
}
