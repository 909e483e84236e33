import { parentPort } from 'node:worker_threads'
import type { DocumentFailure } from '#contracts/knowledge/document.ts'
import { parseDocument } from './parse-document.ts'
import type { DocumentInput, ParsedDocument } from './types.ts'
import { UnreadableError } from './unreadable-error.ts'

/** What the reading thread says. */
export type ParserMessage =
  | { type: 'progress'; percent: number }
  | { type: 'read'; document: ParsedDocument }
  | { type: 'unreadable'; reason: DocumentFailure }
  | { type: 'failed'; message: string }

/*
 * The reading thread: takes one document, says how far it is, answers, and is ended. It does no I/O and holds no secret, so that a
 * document that makes its reader misbehave gains nothing.
 */
parentPort?.once('message', (given: DocumentInput) => {
  const say = (message: ParserMessage) => parentPort?.postMessage(message)
  let told = 0
  const report = (percent: number) => {
    if (percent < told + 2) return
    told = percent
    say({ type: 'progress', percent })
  }
  parseDocument(given, report).then(
    (document) => say({ type: 'read', document }),
    (error: unknown) => {
      if (error instanceof UnreadableError) say({ type: 'unreadable', reason: error.reason })
      // Nested so deep that its reader ran out of stack.
      else if (error instanceof RangeError) say({ type: 'unreadable', reason: 'damaged' })
      else say({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    },
  )
})
