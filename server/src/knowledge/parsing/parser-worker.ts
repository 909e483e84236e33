import { parentPort } from 'node:worker_threads'
import type { DocumentFailure } from '#contracts/knowledge/document.ts'
import { BUFFER_LIMIT_BYTES } from './limits.ts'
import { limitBufferMemory } from './memory-limit.ts'
import { parseDocument } from './parse-document.ts'
import type { DocumentInput, ParsedDocument } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/** A message of the parser thread. */
export type ParserMessage =
  | { type: 'progress'; percent: number }
  | { type: 'read'; document: ParsedDocument }
  | { type: 'unreadable'; reason: DocumentFailure }
  | { type: 'failed'; message: string }

/*
 * The parser thread: parses one document, reports progress, posts the result, and is terminated. It does no I/O and holds no secret,
 * so that a malicious document gains nothing.
 */
parentPort?.once('message', (given: DocumentInput) => {
  const post = (message: ParserMessage) => parentPort?.postMessage(message)
  // Posted at once: a parser may ignore the error and go on.
  limitBufferMemory(BUFFER_LIMIT_BYTES, () => post({ type: 'unreadable', reason: 'too_large' }))
  let reported = 0
  const report = (percent: number) => {
    if (percent < reported + 2) return
    reported = percent
    post({ type: 'progress', percent })
  }
  parseDocument(given, report).then(
    (document) => post({ type: 'read', document }),
    (error: unknown) => {
      if (error instanceof UnreadableError) post({ type: 'unreadable', reason: error.reason })
      // The document is nested so deeply that the parser ran out of stack.
      else if (error instanceof RangeError) post({ type: 'unreadable', reason: 'damaged' })
      else post({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    },
  )
})
