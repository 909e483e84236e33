import { Worker } from 'node:worker_threads'
import { MEMORY_LIMIT_BYTES, TIME_LIMIT_MS } from './limits.ts'
import type { ParserMessage } from './parser-worker.ts'
import type { DocumentInput, ParsedDocument, ReportProgress } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/** Heap of the thread. What lies outside of it (unpacked streams) is watched from here. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const WATCH_EVERY_MS = 200

type Options = { report?: ReportProgress; timeLimitMs?: number; memoryLimitBytes?: number; workerUrl?: URL }

/**
 * Reads a document in a thread of its own, which ends with it: whatever a document does to its reader, the server goes on. The bytes
 * are handed over and gone afterwards.
 * @throws Unreadable with the reason: `slow` and `too_large` also when the thread had to be ended
 */
export async function parseInThread(given: DocumentInput, options: Options = {}): Promise<ParsedDocument> {
  const worker = new Worker(options.workerUrl ?? new URL('./parser-worker.ts', import.meta.url), {
    name: 'reader',
    resourceLimits: RESOURCE_LIMITS,
    // Nothing of the process reaches it.
    env: {},
  })
  worker.unref()
  const watch = watchOver(options)
  try {
    const answer = answerOf(worker, options.report)
    // A copy of its own: small buffers share theirs with others.
    const bytes = given.bytes.byteLength === given.bytes.buffer.byteLength ? given.bytes : new Uint8Array(given.bytes)
    worker.postMessage({ ...given, bytes }, [bytes.buffer as ArrayBuffer])
    return await Promise.race([answer, watch.over])
  } finally {
    watch.stop()
    await worker.terminate()
  }
}

function answerOf(worker: Worker, report?: ReportProgress): Promise<ParsedDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<ParsedDocument>()
  worker.on('message', (said: ParserMessage) => {
    if (said.type === 'progress') report?.(said.percent)
    else if (said.type === 'read') resolve(said.document)
    else if (said.type === 'unreadable') reject(new UnreadableError(said.reason))
    else reject(new Error(`the reading thread failed: ${said.message}`))
  })
  worker.on('error', (error) => {
    const isFull = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isFull ? new UnreadableError('too_large', error) : error)
  })
  worker.on('exit', (code) => reject(new Error(`the reading thread ended with ${code}`)))
  // When the watch was quicker, nobody listens any more.
  promise.catch(() => undefined)
  return promise
}

/** Rejects when the reading takes too long or too much memory. */
function watchOver({ timeLimitMs = TIME_LIMIT_MS, memoryLimitBytes = MEMORY_LIMIT_BYTES }: Options) {
  const { promise: over, reject } = Promise.withResolvers<never>()
  const before = process.memoryUsage.rss()
  const late = setTimeout(() => reject(new UnreadableError('slow')), timeLimitMs)
  const rounds = setInterval(() => {
    if (process.memoryUsage.rss() - before > memoryLimitBytes) reject(new UnreadableError('too_large'))
  }, WATCH_EVERY_MS)
  // When the answer came first, nobody listens any more.
  over.catch(() => undefined)
  return {
    over,
    stop: () => {
      clearTimeout(late)
      clearInterval(rounds)
    },
  }
}
