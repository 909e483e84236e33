import { setTimeout as wait } from 'node:timers/promises'
import type { DocumentView } from '#contracts/knowledge/document.ts'
import { makePdf } from '#server/knowledge/parsing/fixture.ts'
import type { BenchmarkRun } from './benchmark-run.ts'
import { chatOf, guestHeaders } from './http-requests.ts'
import { METRICS_TOKEN, type Product } from './product-process.ts'
import { ms } from './report.ts'

const PAGES = 200
const LINES = 42
const LIMIT_MS = 60_000
/** A sentence on one page only; the question asks for it. */
const FACT = 'The quartz bearing of the Zephyr turbine is greased every 137 days with lithium paste.'
const QUESTION = 'how often is the quartz bearing of the Zephyr turbine greased with lithium paste'

const FILLER_WORDS =
  'pump valve rotor seal gauge check clean measure replace tighten before after weekly sensor housing filter pressure'.split(
    ' ',
  )

/** The same manual at every run: 200 full pages, some 600,000 characters. */
function manual(): Buffer {
  let seed = 7
  const word = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return FILLER_WORDS[seed % FILLER_WORDS.length]
  }
  const line = () => `${Array.from({ length: 11 }, word).join(' ')}.`
  return makePdf(
    Array.from({ length: PAGES }, (_, page) => [
      { heading: `${page + 1} Maintenance of part ${page + 1}` },
      ...Array.from({ length: LINES }, (_, n) => (page === 136 && n === 20 ? FACT : line())),
    ]),
  )
}

/** Measures a long PDF from its upload until a customer is answered from it, and the event loop lag of the server meanwhile. */
export async function measureDocuments({ report }: BenchmarkRun, product: Product, cookie: string): Promise<void> {
  report.title(`A PDF of ${PAGES} pages`)
  report.head('', 'read', 'answered', 'lag p50', 'lag p99', 'lag max')
  await readLag(product)
  const began = performance.now()
  const { id } = await upload(product, cookie)
  const read = await waitUntilProcessed(product, cookie, id)
  const readMs = performance.now() - began
  const isQuoted = await isAnswered(product)
  const answeredMs = performance.now() - began
  const lag = await readLag(product)
  await fetch(`${product.url}/api/knowledge/documents/${id}`, { method: 'DELETE', headers: { cookie } })
  report.row(
    `${read.size.toLocaleString('en')} characters, ${read.status}${isQuoted ? ', quoted' : ''}`,
    ms(readMs),
    ms(answeredMs),
    ms(lag.p50),
    ms(lag.p99),
    ms(lag.max),
  )
  report.judge({
    what: `PDF of ${PAGES} pages searchable`,
    measured: ms(answeredMs),
    budget: '≤ 10 s',
    isMet: read.status === 'active' && isQuoted && answeredMs <= 10_000,
  })
  report.judge({
    what: 'event loop meanwhile, p99',
    measured: ms(lag.p99),
    budget: '≤ 50 ms',
    isMet: lag.p99 <= 50,
  })
}

async function upload(product: Product, cookie: string): Promise<DocumentView> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(manual())]), 'manual.pdf')
  const path = '/api/knowledge/documents/file?type=Manual&category=Technical%20Support'
  const response = await fetch(product.url + path, { method: 'POST', headers: { cookie }, body: form })
  if (response.status !== 201) throw new Error(`upload: ${response.status} ${await response.text()}`)
  return (await response.json()) as DocumentView
}

async function waitUntilProcessed(product: Product, cookie: string, id: string): Promise<DocumentView> {
  const late = performance.now() + LIMIT_MS
  for (;;) {
    const response = await fetch(`${product.url}/api/knowledge/documents/${id}`, { headers: { cookie } })
    const { document } = (await response.json()) as { document: DocumentView }
    if (document.status !== 'processing') return document
    if (performance.now() > late) throw new Error('The document was not read in time.')
    await wait(50)
  }
}

type Thread = { messages: { author: string; seq: number; sources: { kind: string }[]; suggestions: string[] }[] }

/** Asks for the fact as a customer; true when the answer cites the document. */
async function isAnswered(product: Product): Promise<boolean> {
  const chat = product.url + chatOf(0, 'ai').path
  const headers = { ...guestHeaders(0), 'content-type': 'application/json' }
  const id = crypto.randomUUID()
  const body = JSON.stringify({ id, body: QUESTION, fileIds: [] })
  const sent = (await (await fetch(`${chat}/messages`, { method: 'POST', headers, body })).json()) as { seq: number }
  const late = performance.now() + LIMIT_MS
  while (performance.now() < late) {
    const { messages } = (await (await fetch(chat, { headers })).json()) as Thread
    const answer = messages.find(({ author, seq }) => author === 'assistant' && seq > sent.seq)
    if (answer) return answer.sources.some(({ kind }) => kind === 'document')
    await wait(50)
  }
  return false
}

type Lag = { p50: number; p99: number; max: number }

/** The event loop lag of the server since the last call. */
async function readLag(product: Product): Promise<Lag> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const text = await (await fetch(`${product.url}/metrics`, { headers })).text()
  const of = (quantile: string) =>
    1000 * Number(new RegExp(`segue_event_loop_lag_seconds\\{quantile="${quantile}"\\} (\\S+)`).exec(text)?.[1])
  return { p50: of('0.5'), p99: of('0.99'), max: of('1') }
}
