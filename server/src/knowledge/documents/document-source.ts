import { buffer } from 'node:stream/consumers'
import { MAX_FILE_BYTES } from '#contracts/conversation/file.ts'
import type { DocumentFailure } from '#contracts/knowledge/document.ts'
import type { DocumentInput } from '#server/knowledge/parsing/types.ts'
import { UnreadableError } from '#server/knowledge/parsing/unreadable-error.ts'
import type { OutgoingAnswer } from '#server/platform/http/outgoing.ts'
import { OutgoingError, type OutgoingReason } from '#server/platform/http/outgoing-error.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type ListedDocument, readDocumentContent } from './queries.ts'

const FETCH_TIMEOUT_MS = 20_000

const FAILURES: Record<OutgoingReason, DocumentFailure> = {
  bad_url: 'unreachable',
  refused_address: 'refused_address',
  dns: 'unreachable',
  timeout: 'unreachable',
  too_large: 'too_large',
  redirects: 'unreachable',
  network: 'unreachable',
}

/**
 * Loads the bytes of a document from its page, its stored file or its text. Must not run inside a transaction.
 * @throws UnreadableError when the page cannot be fetched or the stored file is gone
 */
export async function loadDocumentBytes(tenant: Tenant, document: ListedDocument): Promise<DocumentInput> {
  if (document.source === 'url') return fetchPage(tenant, document.origin ?? '')
  if (document.source === 'file') {
    const stored = await tenant.platform.files.find(document.storageKey ?? '')
    if (!stored) throw new UnreadableError('broken')
    return { bytes: await buffer(stored.stream), name: document.origin ?? '' }
  }
  const content = await tenant.read((t) => readDocumentContent(t, document.id))
  return { bytes: Buffer.from(content ?? ''), name: 'text.md' }
}

async function fetchPage(tenant: Tenant, url: string): Promise<DocumentInput> {
  const answer = await tenant.platform.http
    .fetch(url, {
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: MAX_FILE_BYTES,
      headers: { accept: 'text/html,application/xhtml+xml,application/pdf,text/markdown,text/plain;q=0.9,*/*;q=0.5' },
    })
    .catch((error: unknown) => {
      throw error instanceof OutgoingError ? new UnreadableError(FAILURES[error.reason], error) : error
    })
  assertOkStatus(answer.status)
  const type = answer.headers['content-type'] ?? ''
  const charset = /charset=["']?([\w-]{2,40})/i.exec(type)?.[1]
  return { bytes: answer.body, name: fileNameOf(answer, type), charset }
}

function assertOkStatus(status: number): void {
  if (status === 404 || status === 410) throw new UnreadableError('not_found')
  if (status === 401 || status === 403) throw new UnreadableError('not_allowed')
  if (status < 200 || status > 299) throw new UnreadableError('unreachable')
}

/** A file name whose extension follows the content type, since URLs seldom have one. */
function fileNameOf({ url }: OutgoingAnswer<Buffer>, type: string): string {
  if (/\bhtml\b/i.test(type)) return 'page.html'
  return URL.parse(url)?.pathname.split('/').at(-1) || 'page.txt'
}
