import { parentPort } from 'node:worker_threads'
import { detectLanguage } from '#server/language/detect.ts'
import { createEncoderClient } from './encoder/client.ts'
import { encodeIndex, type IndexEncoding } from './encoder/encode-index.ts'
import { buildIndex, type RetrievalIndex, search } from './engine.ts'
import type { FromWorker, Reply, Request, ToWorker, VectorStore } from './protocol.ts'

/*
 * The search thread: keeps the indexes of the tenants asked about lately and answers what comes. Which tenants it keeps is decided
 * by port.ts. An index is searched by its words from the start, and by meaning as soon as the encoder's thread has read its texts.
 */
type Held = {
  index: RetrievalIndex
  vectors: VectorStore | null
  enrichment: IndexEncoding | null
  /** What the encoder made of the questions asked last. */
  questions: Map<string, Int8Array>
}

const tenants = new Map<string, Held>()
const post = (message: FromWorker) => parentPort?.postMessage(message)
const encoder = createEncoderClient(
  (reason) =>
    post({ type: 'trouble', message: `the sentence encoder ended (${reason}); words alone decide meanwhile` }),
  new URL('./encoder/encoder-worker.ts', import.meta.url),
)

/** After a change of knowledge its first search waits so long for the new texts to be read, if the encoder is there to read them. */
const ENRICH_WAIT_MS = 800
/** A question that the encoder has not read by then is searched by its words. */
const QUESTION_LIMIT_MS = 150
const MAX_QUESTIONS = 256

async function answer(request: Request): Promise<Reply> {
  if (request.type === 'load') {
    await load(request.tenantId, request)
    return { type: 'loaded' }
  }
  const held = tenants.get(request.tenantId)
  if (!held) return { type: 'unknown' }
  const options = request.limit === undefined ? {} : { limit: request.limit }
  const { index } = held
  const vector = await vectorOf(held, request.query)
  return { type: 'found', result: search(index, request.query, options, vector) }
}

async function load(tenantId: string, { entries, vectors }: Extract<Request, { type: 'load' }>): Promise<void> {
  const before = tenants.get(tenantId)
  const held: Held = {
    index: buildIndex(entries),
    vectors,
    enrichment: null,
    questions: before?.questions ?? new Map(),
  }
  tenants.set(tenantId, held)
  before?.enrichment?.stop()
  await before?.enrichment?.done
  const enriched = startEnriching(held)
  if (!encoder.isReady()) return
  const wait = Promise.withResolvers<void>()
  const timer = setTimeout(wait.resolve, ENRICH_WAIT_MS)
  await Promise.race([enriched, wait.promise])
  clearTimeout(timer)
}

/** Has the encoder read what it has not; after a failure of the encoder the next search tries again. */
function startEnriching(held: Held): Promise<void> {
  if (held.index.encodable.length === 0) return Promise.resolve()
  const enrichment = encodeIndex(held.index, held.vectors, encoder)
  held.enrichment = enrichment
  return enrichment.done.then((failure) => {
    held.enrichment = null
    if (failure) post({ type: 'trouble', message: failure })
  })
}

async function vectorOf(held: Held, query: string): Promise<Int8Array | null> {
  if (!held.index.dense) {
    if (!held.enrichment && encoder.isUsable()) void startEnriching(held)
    return null
  }
  // The encoder knows English only; of another language it would make noise.
  if ((detectLanguage(query, { conversation: 'en' }) ?? 'en') !== 'en') return null
  const known = held.questions.get(query)
  const vector = known ?? (await encoder.encodeQuestion(query, QUESTION_LIMIT_MS))
  if (vector) remember(held.questions, query, vector)
  return vector
}

function remember(questions: Held['questions'], query: string, vector: Int8Array): void {
  questions.delete(query)
  questions.set(query, vector)
  if (questions.size > MAX_QUESTIONS) questions.delete(questions.keys().next().value!)
}

async function reply(request: Request & { id: number }): Promise<FromWorker> {
  try {
    return { ...(await answer(request)), id: request.id }
  } catch (error) {
    return { type: 'failed', id: request.id, message: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: ToWorker) => {
  if (request.type === 'drop') {
    tenants.get(request.tenantId)?.enrichment?.stop()
    tenants.delete(request.tenantId)
  } else void reply(request).then(post)
})
