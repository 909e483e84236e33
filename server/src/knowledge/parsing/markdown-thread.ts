import { runInThread, ThreadLimitError } from '#server/platform/threads/run-in-thread.ts'
import { assertDepth, htmlToMarkdown } from './html.ts'
import type { MarkdownMessage } from './markdown-worker.ts'
import { UnreadableError } from './unreadable-error.ts'

/** A text of this length is converted in some milliseconds, which a thread takes to start. */
const MOST_CHARACTERS = 20_000
const TIME_LIMIT_MS = 10_000
const MEMORY_LIMIT_BYTES = 256 * 1024 * 1024

/**
 * HTML as Markdown, a long one in a thread of its own: requests do not wait for it.
 * @throws UnreadableError damaged for what is nested too deeply, slow and too_large
 */
export async function longHtmlToMarkdown(html: string): Promise<string> {
  assertDepth(html)
  if (html.length <= MOST_CHARACTERS) return htmlToMarkdown(html)
  return runInThread<MarkdownMessage, string>({
    workerUrl: new URL('./markdown-worker.ts', import.meta.url),
    name: 'markdown',
    message: html,
    timeLimitMs: TIME_LIMIT_MS,
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
    receive: (posted) => {
      if (posted.type === 'read') return posted.markdown
      throw new UnreadableError('damaged')
    },
  }).catch((error: unknown) => {
    throw error instanceof ThreadLimitError ? new UnreadableError(error.reason, error) : error
  })
}
