import type { DocumentId } from '#contracts/ids.ts'
import { parseInThread } from '#server/knowledge/parsing/parser-thread.ts'
import { UnreadableError } from '#server/knowledge/parsing/unreadable-error.ts'
import type { Passage } from '#server/knowledge/passages.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { loadDocumentBytes } from './document-source.ts'
import { findDocument } from './queries.ts'

/**
 * What the page of a document says now; `gone` where there is no page any more, `unknown` where it cannot be read or the document has none.
 * Must not be called inside a transaction.
 */
export async function readPageAgain(tenant: Tenant, id: DocumentId): Promise<readonly Passage[] | 'gone' | 'unknown'> {
  const document = await tenant.read((t) => findDocument(t, id))
  if (document?.source !== 'url') return 'unknown'
  try {
    const source = await loadDocumentBytes(tenant, document)
    const { passages } = await parseInThread(source, { report: () => undefined })
    return passages
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error
    return error.reason === 'not_found' ? 'gone' : 'unknown'
  }
}
