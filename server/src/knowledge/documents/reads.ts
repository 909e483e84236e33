import type { DocumentId } from '#contracts/ids.ts'
import { SHOWN_PASSAGES } from '#contracts/knowledge/document.ts'
import type { PassageRow } from '#server/knowledge/schema.ts'
import { newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { addSampleDocuments } from './commands.ts'
import {
  areSampleDocumentsDue,
  countDocumentPassages,
  countDocuments,
  type DocumentFilter,
  getDocumentRow,
  type ListedDocument,
  listDocumentPassages,
  listDocumentRows,
} from './queries.ts'

export type DocumentPage = {
  items: ListedDocument[]
  nextCursor: string | null
  total: number
  samples: number
  processing: number
}

/** Documents that match the filter, newest first. A business that never had any gets three samples. */
export async function listDocuments(
  tenant: Tenant,
  query: DocumentFilter & { cursor?: string | undefined; limit: number },
): Promise<DocumentPage> {
  if (await tenant.read(areSampleDocumentsDue)) await tenant.tx(addSampleDocuments)
  return tenant.read(async (t) => {
    const rows = await listDocumentRows(t, query, newestFirst.decode(query.cursor), query.limit + 1)
    const page = pageFrom(rows, query.limit, newestFirst, ({ uploadedAt, id }) => ({ at: uploadedAt, id }))
    const counts = await countDocuments(t)
    // The second statement sees later commits: who polls until 0 must not stop at a row that the first one read as processing.
    const shown = page.items.filter(({ status }) => status === 'processing').length
    return { ...page, ...counts, processing: Math.max(counts.processing, shown) }
  })
}

/** A document with its first passages. Throws not_found. */
export const getDocumentDetail = (
  tenant: Tenant,
  id: DocumentId,
): Promise<{ document: ListedDocument; passages: PassageRow[]; passageCount: number }> =>
  tenant.read(async (t) => ({
    document: await getDocumentRow(t, id),
    passages: await listDocumentPassages(t, id, SHOWN_PASSAGES),
    passageCount: await countDocumentPassages(t, id),
  }))
