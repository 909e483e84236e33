import { DocumentId } from '#contracts/ids.ts'
import { SHOWN_PASSAGES } from '#contracts/knowledge/document.ts'
import type { PassageRow } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { addSampleDocuments } from './commands.ts'
import {
  areSampleDocumentsDue,
  countDocumentPassages,
  countDocuments,
  type DocumentFilter,
  findDocument,
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

/** Documents that fit, newest first. A business that never had any finds three samples. */
export async function listDocuments(
  tenant: Tenant,
  query: DocumentFilter & { cursor?: string | undefined; limit: number },
): Promise<DocumentPage> {
  if (await tenant.read(areSampleDocumentsDue)) await tenant.tx(addSampleDocuments)
  return tenant.read(async (t) => {
    const after = query.cursor === undefined ? null : await placeAt(t, query.cursor)
    const rows = await listDocumentRows(t, query, after, query.limit + 1)
    const items = rows.slice(0, query.limit)
    return {
      items,
      nextCursor: rows.length > query.limit ? (items.at(-1)?.id ?? null) : null,
      ...(await countDocuments(t)),
    }
  })
}

async function placeAt(t: Tx, cursor: string): Promise<ListedDocument> {
  const id = DocumentId.safeParse(cursor)
  const row = id.success ? await findDocument(t, id.data) : null
  if (!row) throw invalid({ 'query.cursor': 'This list has changed. Start again from its beginning.' })
  return row
}

/** A document with its first passages, as the assistant quotes them. */
export const getDocumentDetail = (
  tenant: Tenant,
  id: DocumentId,
): Promise<{ document: ListedDocument; passages: PassageRow[]; passageCount: number }> =>
  tenant.read(async (t) => ({
    document: await getDocumentRow(t, id),
    passages: await listDocumentPassages(t, id, SHOWN_PASSAGES),
    passageCount: await countDocumentPassages(t, id),
  }))
