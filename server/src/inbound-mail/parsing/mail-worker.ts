import { parentPort } from 'node:worker_threads'
import { parseMail } from './parse-mail.ts'
import type { ParsedMail } from './parsed-mail.ts'
import { type UnreadableMail, UnreadableMailError } from './unreadable-mail-error.ts'

/** What the thread answers. */
export type MailAnswer =
  | { type: 'read'; mail: ParsedMail }
  | { type: 'unreadable'; reason: UnreadableMail }
  | { type: 'failed'; message: string }

/* The thread that reads one mail, posts what it read, and is ended. It does no I/O and holds no secret, so that a hostile mail gains nothing. */
parentPort?.once('message', ({ bytes }: { bytes: Uint8Array }) => {
  const post = (answer: MailAnswer) => parentPort?.postMessage(answer)
  parseMail(bytes).then(
    (mail) => post({ type: 'read', mail }),
    (error: unknown) => {
      if (error instanceof UnreadableMailError) post({ type: 'unreadable', reason: error.reason })
      // Nested so deeply that the stack did not suffice.
      else if (error instanceof RangeError) post({ type: 'unreadable', reason: 'too_deep' })
      else post({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
    },
  )
})
