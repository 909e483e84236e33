import { runInThread, ThreadLimitError } from '#server/platform/threads/run-in-thread.ts'
import { LONGEST_IN_PROCESS, MEMORY_LIMIT_BYTES, TIME_LIMIT_MS } from './limits.ts'
import type { MailAnswer } from './mail-worker.ts'
import { parseMail } from './parse-mail.ts'
import type { ParsedMail } from './parsed-mail.ts'
import { UnreadableMailError } from './unreadable-mail-error.ts'

type Options = { timeLimitMs?: number; memoryLimitBytes?: number }

/**
 * Reads a mail; a long one in a thread of its own, since a hostile one would keep the server from all other work. A short one is
 * read at once, since a thread takes longer to begin. Throws UnreadableMailError.
 */
export async function readMail(bytes: Uint8Array, options: Options = {}): Promise<ParsedMail> {
  if (bytes.length <= LONGEST_IN_PROCESS) return parseMail(bytes)
  // A copy of its own: the thread takes its memory over.
  const own = new Uint8Array(bytes)
  return runInThread<MailAnswer, ParsedMail>({
    workerUrl: new URL('./mail-worker.ts', import.meta.url),
    name: 'mail',
    message: { bytes: own },
    transfer: [own.buffer],
    timeLimitMs: options.timeLimitMs ?? TIME_LIMIT_MS,
    memoryLimitBytes: options.memoryLimitBytes ?? MEMORY_LIMIT_BYTES,
    receive: (answer) => {
      if (answer.type === 'read') return answer.mail
      if (answer.type === 'unreadable') throw new UnreadableMailError(answer.reason)
      throw new Error(`the mail thread failed: ${answer.message}`)
    },
  }).catch((error: unknown) => {
    throw error instanceof ThreadLimitError ? new UnreadableMailError(error.reason, error) : error
  })
}
