import * as m from '#i18n/messages.js'
import { parseInThread } from '#server/knowledge/parsing/parser-thread.ts'
import { UnreadableError } from '#server/knowledge/parsing/unreadable-error.ts'
import { OutgoingError } from '#server/platform/http/outgoing-error.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type Text, text } from '#server/platform/text/message.ts'
import type { PageQuestion } from './help-page.ts'

/** What a public page says: its questions with their answers, or its text as Markdown where it has none. */
export type WebPage = { questions: PageQuestion[]; text: string }

const PAGE_TIMEOUT_MS = 15_000
const PAGE_BYTES = 3 * 1024 * 1024
const PARSE_TIMEOUT_MS = 20_000

/** Fetches and parses a public page, for at most 35 seconds and 3 MB; or gives the reason why it cannot be read. */
export async function readWebPage(platform: Platform, url: string): Promise<WebPage | { reason: Text }> {
  try {
    const accept = 'text/html, application/xhtml+xml;q=0.9'
    const answer = await platform.http.fetch(url, {
      headers: { accept },
      timeoutMs: PAGE_TIMEOUT_MS,
      maxBytes: PAGE_BYTES,
    })
    if (answer.status === 401 || answer.status === 403) return { reason: m.knowledge_import_not_public }
    if (answer.status === 404 || answer.status === 410) return { reason: m.knowledge_import_no_page }
    if (answer.status >= 400) return { reason: text(m.knowledge_import_page_error, { status: answer.status }) }
    const [type = '', charset] = (answer.headers['content-type'] ?? 'text/html').split(/;\s*charset=/i)
    if (!/html|^text\/plain/i.test(type)) return { reason: m.knowledge_import_not_a_page }
    return await parsePage(new Uint8Array(answer.body), charset)
  } catch (error) {
    if (error instanceof OutgoingError) return { reason: error.text }
    if (error instanceof UnreadableError) return { reason: REASON_TEXTS[error.reason] ?? m.knowledge_import_unreadable }
    throw error
  }
}

const REASON_TEXTS: Partial<Record<UnreadableError['reason'], Text>> = {
  binary: m.knowledge_import_binary,
  slow: m.knowledge_import_slow,
  too_large: m.knowledge_import_too_large,
}

async function parsePage(bytes: Uint8Array, charset: string | undefined): Promise<WebPage> {
  const workerUrl = new URL('./help-page-worker.ts', import.meta.url)
  const { passages, content } = await parseInThread(
    { bytes: bytes.slice(), name: 'page.html', charset: charset?.replace(/["';\s].*$/, '') },
    { workerUrl, timeLimitMs: PARSE_TIMEOUT_MS },
  )
  return {
    questions: passages.map(({ heading, text: answer }) => ({ question: heading ?? '', answer })),
    text: content,
  }
}
