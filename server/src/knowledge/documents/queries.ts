import { and, count, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { DocumentId } from '#contracts/ids.ts'
import type { DocumentStatus } from '#contracts/knowledge/document.ts'
import type { Passage } from '#server/knowledge/passages.ts'
import {
  type DocumentRow,
  documentPassage,
  knowledgeSamples,
  type PassageRow,
  trainingDocument,
} from '#server/knowledge/schema.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { member } from '#server/tenant/schema.ts'

/** A document without its text, with the name of who uploaded it. */
export type ListedDocument = Omit<DocumentRow, 'content'> & { uploadedByName: string | null }

const LISTED = {
  tenantId: trainingDocument.tenantId,
  id: trainingDocument.id,
  name: trainingDocument.name,
  type: trainingDocument.type,
  category: trainingDocument.category,
  language: trainingDocument.language,
  status: trainingDocument.status,
  failure: trainingDocument.failure,
  progress: trainingDocument.progress,
  source: trainingDocument.source,
  origin: trainingDocument.origin,
  storageKey: trainingDocument.storageKey,
  pages: trainingDocument.pages,
  isDemo: trainingDocument.isDemo,
  uploadedAt: trainingDocument.uploadedAt,
  uploadedBy: trainingDocument.uploadedBy,
  queuedAt: trainingDocument.queuedAt,
  processedAt: trainingDocument.processedAt,
  size: trainingDocument.size,
  version: trainingDocument.version,
  uploadedByName: member.name,
}

const byId = (t: Tx, id: DocumentId) => and(eq(trainingDocument.tenantId, t.tenantId), eq(trainingDocument.id, id))

const selectListed = (t: Tx) =>
  t.db
    .select(LISTED)
    .from(trainingDocument)
    .leftJoin(
      member,
      and(eq(member.tenantId, trainingDocument.tenantId), eq(member.userId, trainingDocument.uploadedBy)),
    )

export type DocumentFilter = {
  search: string
  type?: string | undefined
  category?: string | undefined
  status?: DocumentStatus | undefined
}

const LIKE_WILDCARDS = /[\\%_]/g

function matchesFilter(filter: DocumentFilter): SQL | undefined {
  const pattern = `%${filter.search.replace(LIKE_WILDCARDS, '\\$&')}%`
  return and(
    filter.search
      ? sql`(${trainingDocument.name} ILIKE ${pattern} OR ${trainingDocument.origin} ILIKE ${pattern})`
      : undefined,
    filter.type ? eq(trainingDocument.type, filter.type) : undefined,
    filter.category ? eq(trainingDocument.category, filter.category) : undefined,
    filter.status ? eq(trainingDocument.status, filter.status) : undefined,
  )
}

/** Documents that match the filter, newest first. */
export const listDocumentRows = (
  t: Tx,
  filter: DocumentFilter,
  after: NewestFirstPosition | null,
  limit: number,
): Promise<ListedDocument[]> =>
  selectListed(t)
    .where(
      and(
        eq(trainingDocument.tenantId, t.tenantId),
        matchesFilter(filter),
        afterPosition(trainingDocument.uploadedAt, trainingDocument.id, after),
      ),
    )
    .orderBy(desc(trainingDocument.uploadedAt), desc(trainingDocument.id))
    .limit(limit)

type Counts = { total: number; samples: number; processing: number }

export async function countDocuments(t: Tx): Promise<Counts> {
  const countWhere = (what: SQL) => sql<number>`(count(*) FILTER (WHERE ${what}))::int`
  const rows = await t.db
    .select({
      total: count(),
      samples: countWhere(sql`${trainingDocument.isDemo}`),
      processing: countWhere(sql`${trainingDocument.status} = 'processing'`),
    })
    .from(trainingDocument)
    .where(eq(trainingDocument.tenantId, t.tenantId))
  return rows[0] ?? { total: 0, samples: 0, processing: 0 }
}

export async function findDocument(t: Tx, id: DocumentId): Promise<ListedDocument | null> {
  const rows = await selectListed(t).where(byId(t, id))
  return rows[0] ?? null
}

/** @throws AppError not_found */
export async function getDocumentRow(t: Tx, id: DocumentId): Promise<ListedDocument> {
  const row = await findDocument(t, id)
  if (!row) throw notFound('document')
  return row
}

/** The document's whole text. */
export async function readDocumentContent(t: Tx, id: DocumentId): Promise<string | null> {
  const rows = await t.db.select({ content: trainingDocument.content }).from(trainingDocument).where(byId(t, id))
  return rows[0]?.content ?? null
}

export const insertDocument = (t: Tx, row: Omit<typeof trainingDocument.$inferInsert, 'tenantId'>) =>
  t.db.insert(trainingDocument).values({ ...row, tenantId: t.tenantId })

type Change = Partial<Omit<DocumentRow, 'tenantId' | 'id'>>

/** Updates a document, only while it has `status` if that is given; false when no row was updated. */
export async function updateDocument(t: Tx, id: DocumentId, change: Change, status?: DocumentStatus): Promise<boolean> {
  const { rowCount } = await t.db
    .update(trainingDocument)
    .set(change)
    .where(and(byId(t, id), status ? eq(trainingDocument.status, status) : undefined))
  return (rowCount ?? 0) > 0
}

/** Writes a member's change as the next version; false when `version` is not the current one. */
export async function updateVersion(t: Tx, id: DocumentId, version: number, change: Change): Promise<boolean> {
  const { rowCount } = await t.db
    .update(trainingDocument)
    .set({ ...change, version: sql`${trainingDocument.version} + 1` })
    .where(and(byId(t, id), eq(trainingDocument.version, version)))
  return (rowCount ?? 0) > 0
}

export async function deleteDocumentRows(
  t: Tx,
  which: DocumentId | 'samples',
): Promise<Pick<DocumentRow, 'name' | 'storageKey'>[]> {
  return t.db
    .delete(trainingDocument)
    .where(
      which === 'samples'
        ? and(eq(trainingDocument.tenantId, t.tenantId), eq(trainingDocument.isDemo, true))
        : byId(t, which),
    )
    .returning({ name: trainingDocument.name, storageKey: trainingDocument.storageKey })
}

/** Replaces the passages of a document. */
export async function replaceDocumentPassages(t: Tx, id: DocumentId, passages: readonly Passage[]): Promise<void> {
  await t.db
    .delete(documentPassage)
    .where(and(eq(documentPassage.tenantId, t.tenantId), eq(documentPassage.documentId, id)))
  await t.sql(
    `INSERT INTO document_passage (tenant_id, document_id, position, heading, page, text)
      SELECT $1, $2, p.ordinal - 1, p.heading, p.page, p.text
      FROM ROWS FROM (jsonb_to_recordset($3::jsonb) AS (heading text, page int, text text)) WITH ORDINALITY AS p(heading, page, text, ordinal)`,
    [t.tenantId, id, JSON.stringify(passages)],
  )
}

export const listDocumentPassages = (t: Tx, id: DocumentId, limit: number): Promise<PassageRow[]> =>
  t.db
    .select()
    .from(documentPassage)
    .where(and(eq(documentPassage.tenantId, t.tenantId), eq(documentPassage.documentId, id)))
    .orderBy(documentPassage.position)
    .limit(limit)

export async function countDocumentPassages(t: Tx, id: DocumentId): Promise<number> {
  const rows = await t.db
    .select({ n: count() })
    .from(documentPassage)
    .where(and(eq(documentPassage.tenantId, t.tenantId), eq(documentPassage.documentId, id)))
  return rows[0]?.n ?? 0
}

export async function areSampleDocumentsDue(t: Tx): Promise<boolean> {
  const rows = await t.db
    .select({ at: knowledgeSamples.documentSamplesAt })
    .from(knowledgeSamples)
    .where(eq(knowledgeSamples.tenantId, t.tenantId))
  return !rows[0]?.at
}

/** Records that the samples were added; true for the first caller only. */
export async function claimSampleDocuments(t: Tx): Promise<boolean> {
  const { rowCount } = await t.db
    .insert(knowledgeSamples)
    .values({ tenantId: t.tenantId, documentSamplesAt: t.now })
    .onConflictDoUpdate({
      target: [knowledgeSamples.tenantId],
      set: { documentSamplesAt: t.now },
      setWhere: sql`${knowledgeSamples.documentSamplesAt} IS NULL`,
    })
  return (rowCount ?? 0) > 0
}
