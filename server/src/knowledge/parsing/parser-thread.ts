import { Worker } from 'node:worker_threads'
import { MEMORY_LIMIT_BYTES, TIME_LIMIT_MS } from './limits.ts'
import type { ParserMessage } from './parser-worker.ts'
import type { DocumentInput, ParsedDocument, ReportProgress } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/** Heap of the thread. Memory outside the heap (unpacked streams) is limited by MEMORY_LIMIT_BYTES. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 }
const MEMORY_CHECK_MS = 200

type Options = { report?: ReportProgress; timeLimitMs?: number; memoryLimitBytes?: number; workerUrl?: URL }

/**
 * Parses a document in its own worker thread, so that a malicious document cannot stop the server. The bytes are transferred to the
 * thread and not usable afterwards.
 * @throws UnreadableError with the reason; `slow` and `too_large` also when the thread was terminated
 */
export async function parseInThread(given: DocumentInput, options: Options = {}): Promise<ParsedDocument> {
  const worker = new Worker(options.workerUrl ?? new URL('./parser-worker.ts', import.meta.url), {
    name: 'parser',
    resourceLimits: RESOURCE_LIMITS,
    // No environment variable of the process reaches the thread.
    env: {},
  })
  worker.unref()
  const watchdog = startWatchdog(options)
  try {
    const answer = awaitResult(worker, options.report)
    // Copied if needed: small buffers share their memory with others.
    const bytes = given.bytes.byteLength === given.bytes.buffer.byteLength ? given.bytes : new Uint8Array(given.bytes)
    worker.postMessage({ ...given, bytes }, [bytes.buffer as ArrayBuffer])
    return await Promise.race([answer, watchdog.exceeded])
  } finally {
    watchdog.stop()
    await worker.terminate()
  }
}

function awaitResult(worker: Worker, report?: ReportProgress): Promise<ParsedDocument> {
  const { promise, resolve, reject } = Promise.withResolvers<ParsedDocument>()
  worker.on('message', (posted: ParserMessage) => {
    if (posted.type === 'progress') report?.(posted.percent)
    else if (posted.type === 'read') resolve(posted.document)
    else if (posted.type === 'unreadable') reject(new UnreadableError(posted.reason))
    else reject(new Error(`the parser thread failed: ${posted.message}`))
  })
  worker.on('error', (error) => {
    const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    reject(isOutOfMemory ? new UnreadableError('too_large', error) : error)
  })
  worker.on('exit', (code) => reject(new Error(`the parser thread ended with ${code}`)))
  // After a time-out of the watchdog this promise is not awaited.
  promise.catch(() => undefined)
  return promise
}

/** Rejects when parsing takes too long or too much memory. */
function startWatchdog({ timeLimitMs = TIME_LIMIT_MS, memoryLimitBytes = MEMORY_LIMIT_BYTES }: Options) {
  const { promise: exceeded, reject } = Promise.withResolvers<never>()
  const before = process.memoryUsage.rss()
  const timer = setTimeout(() => reject(new UnreadableError('slow')), timeLimitMs)
  const memoryCheck = setInterval(() => {
    if (process.memoryUsage.rss() - before > memoryLimitBytes) reject(new UnreadableError('too_large'))
  }, MEMORY_CHECK_MS)
  // After an answer this promise is not awaited.
  exceeded.catch(() => undefined)
  return {
    exceeded,
    stop: () => {
      clearTimeout(timer)
      clearInterval(memoryCheck)
    },
  }
}
