import { Worker } from 'node:worker_threads'
import type { EncodeReply, EncodeRequest } from './protocol.ts'

/** The encoder as the search thread sees it: it may be loading, busy, or broken; then there are no vectors, and nothing else. */
export type EncoderClient = {
  /** Begins to load the model, if it is not there. */
  start(): void
  /** Whether the model is in memory. */
  isReady(): boolean
  /** Whether it may be asked: false for a while after it broke. */
  isUsable(): boolean
  /** The vector of a customer's question; null where the encoder does not answer within `limitMs`. */
  encodeQuestion(text: string, limitMs: number): Promise<Int8Array | null>
  /** The vector of a text of the knowledge, when its turn comes; null when the encoder broke. */
  encodeText(text: string): Promise<Int8Array | null>
}

/** The model lies outside of the heap. A small heap keeps the thread at 180 MB; left to itself it takes 300. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 }
/** After a failure (no memory, a damaged package) it is left alone for so long. */
const REST_MS = 60_000

/** `onTrouble` is told when the encoder ends; searches go on without it. */
export function createEncoderClient(onTrouble: (reason: string) => void, workerUrl: URL): EncoderClient {
  let worker: Worker | null = null
  let isReady = false
  let restUntil = 0
  let nextId = 1
  const waiting = new Map<number, (vector: Int8Array | null) => void>()

  const end = (ended: Worker, reason: string) => {
    if (worker !== ended) return
    worker = null
    isReady = false
    restUntil = performance.now() + REST_MS
    onTrouble(reason)
    for (const resolve of waiting.values()) resolve(null)
    waiting.clear()
  }
  const running = (): Worker | null => {
    if (worker || performance.now() < restUntil) return worker
    const started = new Worker(workerUrl, { name: 'encoder', resourceLimits: RESOURCE_LIMITS })
    worker = started
    started.on('message', (reply: EncodeReply) => {
      if (reply.type === 'ready') {
        isReady = true
        return
      }
      waiting.get(reply.id)?.(reply.vector)
      waiting.delete(reply.id)
    })
    started.on('error', (error) => end(started, error instanceof Error ? error.message : String(error)))
    started.on('exit', (code) => end(started, `exit code ${code}`))
    return worker
  }
  const ask = (text: string, urgent: boolean): Promise<Int8Array | null> => {
    const target = running()
    if (!target) return Promise.resolve(null)
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Int8Array | null>()
    waiting.set(id, resolve)
    target.postMessage({ id, text, urgent } satisfies EncodeRequest)
    return promise
  }

  return {
    start: () => void running(),
    isReady: () => isReady,
    isUsable: () => worker !== null || performance.now() >= restUntil,
    encodeText: (text) => ask(text, false),
    encodeQuestion(text, limitMs) {
      // Nobody waits for a model that is being loaded.
      if (!isReady) {
        running()
        return Promise.resolve(null)
      }
      const { promise, resolve } = Promise.withResolvers<Int8Array | null>()
      const timer = setTimeout(resolve, limitMs, null)
      void ask(text, true).then((vector) => {
        clearTimeout(timer)
        resolve(vector)
      })
      return promise
    },
  }
}
