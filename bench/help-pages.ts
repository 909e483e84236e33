import type { ArticleId } from '#contracts/ids.ts'
import { createArticle, type DeskArticle, saveArticle } from '#contracts/knowledge/article-editing.ts'
import { SLUGS } from '#test/bulk-rows.ts'
import type { Measurement } from '#test/load/measurement.ts'
import type { BenchmarkRun } from './benchmark-run.ts'
import type { HttpRequest } from './load.ts'
import type { Product } from './product-process.ts'
import { ms, percent, rate } from './report.ts'
import { MESSAGE_TEXT } from './sql-statements.ts'

/** The share of a bare route's rate that a page of the help center reaches once it was asked for. */
const OF_BARE_ROUTE = 0.6
const CLIENTS = 16
/** Both answer in a fraction of a millisecond: in shorter rounds the time is that of the compiler, which has more of the product to compile. */
const TIMES_AS_LONG = 3

/** Measures a page of the help center, in turns with a bare route of Fastify that sends as many bytes; compressed, as browsers ask for it. */
export async function measureHelpPages(bench: BenchmarkRun, product: Product, cookie: string): Promise<void> {
  const { report, workers, seconds } = bench
  const page = await publishArticle(product, cookie)
  const headers = { 'accept-encoding': 'br', 'accept-language': 'en' }
  const response = await fetch(`${product.url}${page}`, { headers })
  const bytes = Number(response.headers.get('content-length'))
  if (!response.ok || !bytes) throw new Error(`${page}: ${response.status} ${await response.text()}`)
  const request = (path: string): HttpRequest => ({ method: 'GET', path, headers })
  const bareUrl = await workers.minimalServer({ page: 'x'.repeat(bytes) })
  const at = { clients: CLIENTS, seconds: seconds * TIMES_AS_LONG }
  const [bare, help] = (await workers.loads([
    { ...at, target: { kind: 'http', url: bareUrl, requests: [request('/page')] } },
    { ...at, target: { kind: 'http', url: product.url, requests: [request(page)] } },
  ])) as [Measurement, Measurement]
  const share = help.perSecond / bare.perSecond
  report.title(`Help center, ${CLIENTS} clients, ${(bytes / 1000).toFixed(1)} kB`)
  report.head('', 'rate', 'p50', 'p95', 'of the floor')
  report.row('a bare route of that size (floor)', rate(bare.perSecond), ms(bare.p50), ms(bare.p95), '100 %')
  report.row('a page of the help center', rate(help.perSecond), ms(help.p50), ms(help.p95), percent(share))
  if (help.failed > 0) report.note(`  ${help.failed} requests failed`)
  report.judge({
    what: 'a page of the help center, of a bare route',
    measured: percent(share),
    budget: `≥ ${percent(OF_BARE_ROUTE)}`,
    isMet: bench.isSmall ? null : help.failed === 0 && share >= OF_BARE_ROUTE,
  })
}

const PARAGRAPHS = 12

/** Writes and publishes an article of some paragraphs; gives the address of its page. */
async function publishArticle(product: Product, cookie: string): Promise<string> {
  const id = crypto.randomUUID() as ArticleId
  const body = Array.from({ length: PARAGRAPHS }, (_, n) => `## Part ${n}\n\n${MESSAGE_TEXT}`).join('\n\n')
  const text = { title: `Measured ${id.slice(0, 8)}`, summary: MESSAGE_TEXT, body, category: 'Basics', language: 'en' }
  const { version } = await send(product, cookie, createArticle, { ...text, id })
  const { slug } = await send(product, cookie, saveArticle, { ...text, version, publish: true }, { articleId: id })
  return `/help/${SLUGS.quiet}/${slug}`
}

async function send(
  { url }: Product,
  cookie: string,
  { method, path }: { method: string; path: string },
  body: object,
  params: Record<string, string> = {},
): Promise<DeskArticle> {
  const address = path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  const response = await fetch(`${url}${address}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
  return (await response.json()) as DeskArticle
}
