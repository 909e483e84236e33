import { runInThread, ThreadLimitError } from '#server/platform/threads/run-in-thread.ts'
import { MEMORY_LIMIT_BYTES, TIME_LIMIT_MS } from './limits.ts'
import type { ParserMessage } from './parser-worker.ts'
import type { DocumentInput, ParsedDocument, ReportProgress } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

type Options = { report?: ReportProgress; timeLimitMs?: number; memoryLimitBytes?: number; workerUrl?: URL }

/**
 * Parses a document in its own worker thread, so that a malicious document cannot stop the server. The bytes are transferred to the
 * thread and not usable afterwards.
 * @throws UnreadableError with the reason; `slow` and `too_large` also when the thread was terminated
 */
export async function parseInThread(given: DocumentInput, options: Options = {}): Promise<ParsedDocument> {
  // Copied if needed: small buffers share their memory with others.
  const bytes = given.bytes.byteLength === given.bytes.buffer.byteLength ? given.bytes : new Uint8Array(given.bytes)
  return runInThread<ParserMessage, ParsedDocument>({
    workerUrl: options.workerUrl ?? new URL('./parser-worker.ts', import.meta.url),
    name: 'parser',
    message: { ...given, bytes },
    transfer: [bytes.buffer as ArrayBuffer],
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    memoryLimitBytes: options.memoryLimitBytes ?? MEMORY_LIMIT_BYTES,
    receive: (posted) => {
      if (posted.type === 'read') return posted.document
      if (posted.type === 'unreadable') throw new UnreadableError(posted.reason)
      if (posted.type === 'failed') throw new Error(`the parser thread failed: ${posted.message}`)
      options.report?.(posted.percent)
      return undefined
    },
  }).catch((error: unknown) => {
    throw error instanceof ThreadLimitError ? new UnreadableError(error.reason, error) : error
  })
}
