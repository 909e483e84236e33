import { idOf, SLUGS } from '#test/bulk-rows.ts'
import type { Measurement } from '#test/load/measurement.ts'
import { type BenchmarkRun, largestOf, POOL_SIZE } from './benchmark-run.ts'
import { createTicketRequest, listRequest, openTicketRequests, sendMessageRequests } from './http-requests.ts'
import type { HttpRequest, Load, Statement } from './load.ts'
import type { Product } from './product-process.ts'
import { ms, percent, rate } from './report.ts'
import { createStatement, listStatement, openStatements, sendStatements } from './sql-statements.ts'

type Operation = {
  name: string
  key: 'list' | 'open' | 'create' | 'send'
  slug: string
  requests: HttpRequest[]
  statements: Statement[]
}

/** The sessions of the owners; `many`: of so many businesses that hardly two requests concern the same. */
type Cookies = { quiet: string; live: string; many: { slug: string; cookie: string }[] }

/** The share of the plain SQL's rate that each operation reaches. */
const OF_SQL = { list: 0.6, open: 0.5, create: 0.5, send: 0.5 } as const

const operationsOf = (bench: BenchmarkRun, cookies: Cookies): Operation[] => {
  const { guests } = largestOf(bench).size
  return [
    {
      name: 'ticket list, 100 rows',
      key: 'list',
      slug: SLUGS.quiet,
      requests: [listRequest(cookies.quiet)],
      statements: [listStatement(SLUGS.quiet)],
    },
    {
      name: 'open a ticket',
      key: 'open',
      slug: SLUGS.quiet,
      requests: openTicketRequests(cookies.quiet, SLUGS.quiet),
      statements: openStatements(SLUGS.quiet),
    },
    {
      name: 'create a ticket, one business',
      key: 'create',
      slug: SLUGS.live,
      requests: [createTicketRequest(cookies.live)],
      statements: [createStatement(SLUGS.live)],
    },
    {
      name: `create a ticket, ${cookies.many.length} businesses`,
      key: 'create',
      slug: SLUGS.live,
      requests: cookies.many.map(({ cookie }) => createTicketRequest(cookie)),
      statements: cookies.many.map(({ slug }) => createStatement(slug)),
    },
    {
      name: 'send a message',
      key: 'send',
      slug: SLUGS.live,
      requests: sendMessageRequests(guests, 'human'),
      statements: sendStatements(SLUGS.live, guests),
    },
  ]
}

/** Measures the four main operations over HTTP, compared with plain SQL through a pool of the same size and with the minimal server. */
export async function measureOperations(bench: BenchmarkRun, product: Product, cookies: Cookies): Promise<void> {
  const { report, workers } = bench
  const operations = operationsOf(bench, cookies)
  const minimalUrl = await workers.minimalServer(await repliesOf(product.url, operations))
  report.title(`Main operations, ${largestOf(bench).size.tickets.toLocaleString('en')} tickets`)
  report.head('', 'HTTP', 'p50', 'p95', 'SQL', 'p50', 'p95', 'minimal', 'of SQL', 'of minimal')
  for (const operation of operations) {
    for (const clients of bench.clients) {
      const at = { clients, seconds: bench.seconds }
      const [http, sql, minimal] = (await workers.loads([
        { ...at, target: { kind: 'http', url: product.url, requests: operation.requests } },
        { ...at, target: sqlTarget(bench, operation) },
        { ...at, target: { kind: 'http', url: minimalUrl, requests: [minimalRequest(operation)] } },
      ])) as [Measurement, Measurement, Measurement]
      const ofSql = http.perSecond / sql.perSecond
      report.row(
        `${operation.name}, ${clients} client${clients === 1 ? '' : 's'}`,
        ...[rate(http.perSecond), ms(http.p50), ms(http.p95)],
        ...[rate(sql.perSecond), ms(sql.p50), ms(sql.p95)],
        ...[rate(minimal.perSecond), percent(ofSql), percent(http.perSecond / minimal.perSecond)],
      )
      if (http.failed > 0) report.note(`  ${http.failed} requests failed`)
      judge(bench, operation, clients, http, ofSql)
    }
  }
}

function judge(bench: BenchmarkRun, { key, name }: Operation, clients: number, http: Measurement, ofSql: number): void {
  const { report } = bench
  const isMet = (fits: boolean) => (bench.isSmall ? null : fits)
  if (http.failed > 0)
    report.judge({ what: `${name}, failed`, measured: String(http.failed), budget: '0', isMet: false })
  const what = `${name}, ${clients} client${clients === 1 ? '' : 's'}`
  if (key === 'list' && clients === 1)
    report.judge({ what: `${what}, p95`, measured: ms(http.p95), budget: '≤ 20 ms', isMet: isMet(http.p95 <= 20) })
  report.judge({
    what: `${what}, of plain SQL`,
    measured: percent(ofSql),
    budget: `≥ ${percent(OF_SQL[key])}`,
    isMet: isMet(ofSql >= OF_SQL[key]),
  })
}

const sqlTarget = (bench: BenchmarkRun, { slug, statements }: Operation): Load['target'] => ({
  kind: 'sql',
  url: largestOf(bench).appUrl,
  poolSize: POOL_SIZE,
  tenantId: idOf(`tenant ${slug}`),
  statements,
})

const minimalRequest = ({ key, requests }: Operation): HttpRequest => ({
  ...(requests[0] as HttpRequest),
  path: `/${key}`,
})

/** The product's response to each operation, which the minimal server sends too. */
async function repliesOf(url: string, operations: Operation[]): Promise<Record<Operation['key'], string>> {
  const answers: Record<Operation['key'], string> = { list: '', open: '', create: '', send: '' }
  for (const { key, requests } of operations) {
    const { method, path, headers, body } = requests[0] as HttpRequest
    const sent = body?.replaceAll('{uuid}', () => crypto.randomUUID())
    const response = await fetch(`${url}${path}`, { method, headers, ...(sent ? { body: sent } : {}) })
    answers[key] = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answers[key]}`)
  }
  return answers
}
