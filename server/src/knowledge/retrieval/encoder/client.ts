import { Worker } from 'node:worker_threads'
import type { EncodeReply, EncodeRequest } from './protocol.ts'

/** Client of the encoder thread. While it is loading, busy or failed there are no vectors; search continues without them. */
export type EncoderClient = {
  /** Starts to load the model if it is not loaded. */
  start(): void
  /** Whether the model is in memory. */
  isReady(): boolean
  /** Starts to load the model; resolves when it is in memory, or has failed. */
  whenReady(): Promise<void>
  /** Whether requests are accepted: false for a while after a failure. */
  isUsable(): boolean
  /** The vector of a customer's question; null if the encoder does not reply within `limitMs`. */
  encodeQuestion(text: string, limitMs: number): Promise<Int8Array | null>
  /** The vector of a text of the knowledge, after all pending questions; null if the encoder fails. */
  encodeText(text: string): Promise<Int8Array | null>
}

/** The model is outside of the heap. With a small heap the thread uses 180 MB, without a limit 300 MB. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 }
/** After a failure (no memory, a damaged package) the encoder is not started again for so long. */
const BACKOFF_MS = 60_000

/** `onTrouble` runs when the encoder thread ends; search continues without it. */
export function createEncoderClient(onTrouble: (reason: string) => void, workerUrl: URL): EncoderClient {
  let worker: Worker | null = null
  let isReady = false
  let loading = Promise.withResolvers<void>()
  let backoffUntil = 0
  let nextId = 1
  const pending = new Map<number, (vector: Int8Array | null) => void>()

  const end = (ended: Worker, reason: string) => {
    if (worker !== ended) return
    worker = null
    isReady = false
    backoffUntil = performance.now() + BACKOFF_MS
    onTrouble(reason)
    loading.resolve()
    loading = Promise.withResolvers<void>()
    for (const resolve of pending.values()) resolve(null)
    pending.clear()
  }
  const ensureRunning = (): Worker | null => {
    if (worker || performance.now() < backoffUntil) return worker
    const started = new Worker(workerUrl, { name: 'encoder', resourceLimits: RESOURCE_LIMITS })
    worker = started
    started.on('message', (reply: EncodeReply) => {
      if (reply.type === 'ready') {
        isReady = true
        loading.resolve()
        return
      }
      pending.get(reply.id)?.(reply.vector)
      pending.delete(reply.id)
    })
    started.on('error', (error) => end(started, error instanceof Error ? error.message : String(error)))
    started.on('exit', (code) => end(started, `exit code ${code}`))
    return worker
  }
  const encode = (text: string, urgent: boolean): Promise<Int8Array | null> => {
    const target = ensureRunning()
    if (!target) return Promise.resolve(null)
    const id = nextId++
    const { promise, resolve } = Promise.withResolvers<Int8Array | null>()
    pending.set(id, resolve)
    target.postMessage({ id, text, urgent } satisfies EncodeRequest)
    return promise
  }

  return {
    start: () => void ensureRunning(),
    isReady: () => isReady,
    whenReady: () => (ensureRunning() ? loading.promise : Promise.resolve()),
    isUsable: () => worker !== null || performance.now() >= backoffUntil,
    encodeText: (text) => encode(text, false),
    encodeQuestion(text, limitMs) {
      // A question does not wait for the model to load.
      if (!isReady) {
        ensureRunning()
        return Promise.resolve(null)
      }
      const { promise, resolve } = Promise.withResolvers<Int8Array | null>()
      const timer = setTimeout(resolve, limitMs, null)
      void encode(text, true).then((vector) => {
        clearTimeout(timer)
        resolve(vector)
      })
      return promise
    },
  }
}
