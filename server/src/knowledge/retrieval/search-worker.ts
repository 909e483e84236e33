import { parentPort } from 'node:worker_threads'
import { detectLanguage } from '#server/language/detect.ts'
import { createEncoderClient } from './encoder/client.ts'
import { encodeIndex, type IndexEncoding } from './encoder/encode-index.ts'
import { buildIndex, type RetrievalIndex, search } from './engine.ts'
import type { Encodable, Encoded, FromWorker, Reply, Request, ToWorker, VectorStore } from './protocol.ts'

/*
 * The search thread: holds the indexes of recently searched tenants and replies to requests. retrieval-client.ts decides which indexes
 * it holds. An index is searched lexically from the start, and by vector once the encoder thread has encoded its texts.
 */
type LoadedIndex = {
  index: RetrievalIndex
  vectors: VectorStore | null
  encoding: IndexEncoding | null
}

const tenants = new Map<string, LoadedIndex>()
const post = (message: FromWorker) => parentPort?.postMessage(message)
const encoder = createEncoderClient(
  (reason) =>
    post({ type: 'trouble', message: `the sentence encoder ended (${reason}); search is lexical only meanwhile` }),
  new URL('./encoder/encoder-worker.ts', import.meta.url),
)

/** How long the first search after a change waits for the vectors of the new texts. */
const ENCODING_WAIT_MS = 800
/** How long the first search after a start waits for the encoder: without it the first customer gets a poorer answer than the second. */
const COLD_START_WAIT_MS = 2_000
/** A question without a vector by then is searched lexically only. */
const QUESTION_LIMIT_MS = 150
const MAX_QUESTIONS = 512
const MAX_TEXTS = 4096

/** Vectors of the latest questions and of texts outside of the knowledge, by text: the same for every tenant. */
const questions = new Map<string, Promise<Int8Array | null>>()
const texts = new Map<string, Promise<void> | Int8Array>()

async function answer(request: Request): Promise<Reply> {
  if (request.type === 'load') {
    await load(request.tenantId, request)
    return { type: 'loaded' }
  }
  if (request.type === 'encode') return { type: 'encoded', ...(await encodeTexts(request)) }
  const loaded = tenants.get(request.tenantId)
  if (!loaded) return { type: 'unknown' }
  const { index } = loaded
  const query = index.spelling.correct(request.query, request.options.isWords ? null : undefined)
  const vector = await encodeQuery(loaded, query)
  return { type: 'found', result: search(index, query, request.options, vector) }
}

async function load(tenantId: string, { entries, vectors }: Extract<Request, { type: 'load' }>): Promise<void> {
  const before = tenants.get(tenantId)
  const loaded: LoadedIndex = {
    index: buildIndex(entries),
    vectors,
    encoding: null,
  }
  tenants.set(tenantId, loaded)
  before?.encoding?.stop()
  await before?.encoding?.done
  const encoded = startEncoding(loaded)
  const isCold = !encoder.isReady()
  if (isCold && (loaded.encoding === null || !encoder.isUsable())) return
  const wait = Promise.withResolvers<void>()
  const timer = setTimeout(wait.resolve, isCold ? COLD_START_WAIT_MS : ENCODING_WAIT_MS)
  await Promise.race([Promise.all([encoded, encoder.whenReady()]), wait.promise])
  clearTimeout(timer)
}

/** Starts to encode texts without a vector; after a failure of the encoder the next search tries again. */
function startEncoding(loaded: LoadedIndex): Promise<void> {
  if (loaded.index.encodable.length === 0) return Promise.resolve()
  const encoding = encodeIndex(loaded.index, loaded.vectors, encoder)
  loaded.encoding = encoding
  return encoding.done.then((failure) => {
    loaded.encoding = null
    if (failure) post({ type: 'trouble', message: failure })
  })
}

async function encodeQuery(loaded: LoadedIndex, query: string): Promise<Int8Array | null> {
  if (!loaded.index.dense) {
    if (!loaded.encoding && encoder.isUsable()) void startEncoding(loaded)
    return null
  }
  // The encoder supports English only.
  if ((detectLanguage(query, { conversation: 'en' }) ?? 'en') !== 'en') return null
  return encodeQuestion(query)
}

/** A question that is searched and routed is encoded once. */
function encodeQuestion(text: string): Promise<Int8Array | null> {
  const vector = questions.get(text) ?? encoder.encodeQuestion(text, QUESTION_LIMIT_MS)
  keepLatest(questions, text, vector, MAX_QUESTIONS)
  void vector.then((made) => {
    if (!made && questions.get(text) === vector) questions.delete(text)
  })
  return vector
}

/** Only by an encoder that is in memory: it is loaded for the knowledge alone. */
async function encodeTexts(asked: Encodable): Promise<Encoded> {
  if (!encoder.isReady()) return { question: null, texts: asked.texts.map(() => null) }
  return {
    question: asked.question === '' ? null : await encodeQuestion(asked.question),
    texts: asked.texts.map(knownVector),
  }
}

/** The vector of a text; null while it is made. */
function knownVector(text: string): Int8Array | null {
  const known = texts.get(text)
  const making =
    known ??
    encoder.encodeText(text).then((vector) => {
      if (vector) texts.set(text, vector)
      else texts.delete(text)
    })
  keepLatest(texts, text, making, MAX_TEXTS)
  return making instanceof Int8Array ? making : null
}

function keepLatest<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > max) map.delete(map.keys().next().value!)
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
    tenants.get(request.tenantId)?.encoding?.stop()
    tenants.delete(request.tenantId)
  } else void reply(request).then(post)
})
