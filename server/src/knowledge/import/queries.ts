import type { ImportId } from '#contracts/ids.ts'
import type { ImportRow } from '#contracts/knowledge/import.ts'
import { faq, type ImportRecord, knowledgeImport } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** An import without its rows, which may be megabytes. */
export type ImportSummary = Omit<ImportRecord, 'rows' | 'tenantId'> & { knownCount: number }

const SUMMARY_COLUMNS = `id, kind, name, status, reason, faults, total, done, added, updated, skipped, is_published AS "isPublished",
  on_duplicate AS "onDuplicate", created_by AS "createdBy", created_by_name AS "createdByName", created_at AS "createdAt",
  finished_at AS "finishedAt"`

/** Reads an import; `forUpdate` locks it until the transaction ends. */
export async function findImport(t: Tx, id: ImportId, how?: 'forUpdate'): Promise<ImportSummary | null> {
  const rows = await t.sql<ImportSummary>(
    `SELECT ${SUMMARY_COLUMNS}, (SELECT count(*)::int FROM jsonb_array_elements(rows) r WHERE (r->>'isKnown')::boolean) AS "knownCount"
     FROM knowledge_import WHERE tenant_id = $1 AND id = $2 ${how ? 'FOR UPDATE' : ''}`,
    [t.tenantId, id],
  )
  return rows[0] ?? null
}

/** Up to `limit` rows of an import, after the first `from`. */
export async function readImportRows(t: Tx, id: ImportId, from: number, limit: number): Promise<ImportRow[]> {
  const rows = await t.sql<{ row: ImportRow }>(
    `SELECT r.row FROM knowledge_import i, jsonb_array_elements(i.rows) WITH ORDINALITY AS r(row, ordinal)
     WHERE i.tenant_id = $1 AND i.id = $2 AND r.ordinal > $3 AND r.ordinal <= $3 + $4 ORDER BY r.ordinal`,
    [t.tenantId, id, from, limit],
  )
  return rows.map(({ row }) => row)
}

export const insertImport = (t: Tx, row: Omit<typeof knowledgeImport.$inferInsert, 'tenantId'>) =>
  t.db.insert(knowledgeImport).values({ ...row, tenantId: t.tenantId })

type PreviewResult = { status: 'ready'; rows: ImportRow[] } | { status: 'failed'; reason: string }

/** Stores the rows or the failure of a page that was read. */
export async function finishImportPreview(t: Tx, id: ImportId, outcome: PreviewResult): Promise<void> {
  const rows = outcome.status === 'ready' ? outcome.rows : []
  await t.sql(
    `UPDATE knowledge_import SET status = $3, reason = $4, rows = $5, total = $6
     WHERE tenant_id = $1 AND id = $2 AND status = 'reading'`,
    [
      t.tenantId,
      id,
      outcome.status,
      outcome.status === 'failed' ? outcome.reason : null,
      JSON.stringify(rows),
      rows.length,
    ],
  )
}

/** Sets an import to `running`, without the rows that are left out. */
export async function markImportRunning(
  t: Tx,
  id: ImportId,
  how: { isPublished: boolean; onDuplicate: 'skip' | 'update'; leaveOut: readonly number[] },
): Promise<void> {
  await t.sql(
    `UPDATE knowledge_import i SET status = 'running', is_published = $3, on_duplicate = $4, rows = chosen.rows,
       total = jsonb_array_length(chosen.rows)
     FROM (SELECT coalesce(jsonb_agg(r.row ORDER BY r.ordinal) FILTER (WHERE NOT (r.row->>'line')::int = ANY($5::int[])), '[]') AS rows
       FROM knowledge_import k, jsonb_array_elements(k.rows) WITH ORDINALITY AS r(row, ordinal)
       WHERE k.tenant_id = $1 AND k.id = $2) chosen
     WHERE i.tenant_id = $1 AND i.id = $2`,
    [t.tenantId, id, how.isPublished, how.onDuplicate, how.leaveOut],
  )
}

export type ImportProgress = { done: number; added: number; updated: number; skipped: number }

export async function advanceImport(t: Tx, id: ImportId, step: ImportProgress): Promise<void> {
  await t.sql(
    `UPDATE knowledge_import SET done = done + $3, added = added + $4, updated = updated + $5, skipped = skipped + $6
     WHERE tenant_id = $1 AND id = $2`,
    [t.tenantId, id, step.done, step.added, step.updated, step.skipped],
  )
}

/** Ends an import: publishes its FAQs at once and deletes the rows of the preview. */
export async function finishImport(t: Tx, id: ImportId): Promise<void> {
  await t.sql(
    `UPDATE faq SET is_published = true WHERE tenant_id = $1 AND import_id = $2 AND question IN (
       SELECT r->>'question' FROM knowledge_import i, jsonb_array_elements(i.rows) r
       WHERE i.tenant_id = $1 AND i.id = $2 AND coalesce((r->>'isPublished')::boolean, i.is_published))`,
    [t.tenantId, id],
  )
  await t.sql(
    `UPDATE knowledge_import SET status = 'done', rows = '[]', finished_at = $3 WHERE tenant_id = $1 AND id = $2`,
    [t.tenantId, id, t.now],
  )
}

export async function failImport(t: Tx, id: ImportId, reason: string): Promise<void> {
  await t.sql(
    `UPDATE knowledge_import SET status = 'failed', reason = $3, rows = '[]', finished_at = $4
     WHERE tenant_id = $1 AND id = $2 AND status IN ('reading', 'running')`,
    [t.tenantId, id, reason, t.now],
  )
}

export async function deleteImport(t: Tx, id: ImportId): Promise<void> {
  await t.sql('DELETE FROM knowledge_import WHERE tenant_id = $1 AND id = $2', [t.tenantId, id])
}

/** Deletes previews that were created before `before` and never started. */
export async function deleteAbandonedImports(t: Tx, before: Date): Promise<void> {
  await t.sql(
    `DELETE FROM knowledge_import WHERE tenant_id = $1 AND status IN ('reading', 'ready', 'failed') AND created_at < $2`,
    [t.tenantId, before],
  )
}

/** Two questions with the same key count as the same question; the SQL form of `questionKey`. */
const QUESTION_KEY = "trim(regexp_replace(lower(question), '[\\s?!.]+', ' ', 'g'))"

/** The oldest FAQ that is no sample for each question key. */
export async function findFaqIdsByQuestion(t: Tx, keys: readonly string[]): Promise<Map<string, string>> {
  const rows = await t.sql<{ key: string; id: string }>(
    `SELECT DISTINCT ON (1) ${QUESTION_KEY} AS key, id FROM faq WHERE tenant_id = $1 AND NOT is_demo AND ${QUESTION_KEY} = ANY($2::text[])
     ORDER BY 1, created_at`,
    [t.tenantId, keys],
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

export async function insertImportedFaqRows(
  t: Tx,
  rows: readonly Omit<typeof faq.$inferInsert, 'tenantId'>[],
): Promise<void> {
  if (rows.length > 0) await t.db.insert(faq).values(rows.map((row) => ({ ...row, tenantId: t.tenantId })))
}

/** Overwrites the FAQ with the same question by an imported row; the phrasings of both are merged. */
export async function overwriteFaqRow(t: Tx, id: string, row: ImportRow): Promise<void> {
  await t.sql(
    `UPDATE faq SET answer = $3, category = $4, priority = $5, language = $6, is_published = coalesce($7, is_published),
       phrasings = (SELECT coalesce(array_agg(p), '{}') FROM (SELECT p FROM unnest(phrasings || $8::text[]) WITH ORDINALITY AS u(p, n)
         GROUP BY p ORDER BY min(n) LIMIT 50) q),
       version = version + 1, updated_at = $9
     WHERE tenant_id = $1 AND id = $2`,
    [t.tenantId, id, row.answer, row.category, row.priority, row.language, row.isPublished, row.phrasings, t.now],
  )
}
