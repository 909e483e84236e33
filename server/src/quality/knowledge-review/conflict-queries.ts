import { and, desc, eq, or } from 'drizzle-orm'
import type { KnowledgeConflictId } from '#contracts/ids.ts'
import type { ReviewCounts, ReviewStatus } from '#contracts/quality/knowledge-review.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { FoundConflict } from './find-conflicts.ts'
import { type ConflictRow, knowledgeConflict } from './schema.ts'

export const listConflictRows = (
  t: Tx,
  { status, after, limit }: { status: ReviewStatus; after: NewestFirstPosition | null; limit: number },
): Promise<ConflictRow[]> =>
  t.db
    .select()
    .from(knowledgeConflict)
    .where(
      and(
        eq(knowledgeConflict.tenantId, t.tenantId),
        eq(knowledgeConflict.status, status),
        afterPosition(knowledgeConflict.foundAt, knowledgeConflict.id, after),
      ),
    )
    .orderBy(desc(knowledgeConflict.foundAt), desc(knowledgeConflict.id))
    .limit(limit)

export async function findConflict(t: Tx, id: KnowledgeConflictId): Promise<ConflictRow | null> {
  const rows = await t.db
    .select()
    .from(knowledgeConflict)
    .where(and(eq(knowledgeConflict.tenantId, t.tenantId), eq(knowledgeConflict.id, id)))
  return rows[0] ?? null
}

/** Every contradiction that an entry is part of. */
export const listConflictsOf = (t: Tx, sourceId: string): Promise<ConflictRow[]> =>
  t.db
    .select()
    .from(knowledgeConflict)
    .where(
      and(
        eq(knowledgeConflict.tenantId, t.tenantId),
        or(eq(knowledgeConflict.firstId, sourceId), eq(knowledgeConflict.secondId, sourceId)),
      ),
    )

export const updateConflict = (
  t: Tx,
  id: KnowledgeConflictId,
  changes: Partial<Pick<ConflictRow, 'status' | 'dismissedBy' | 'dismissedByName' | 'first' | 'second'>>,
) =>
  t.db
    .update(knowledgeConflict)
    .set(changes)
    .where(and(eq(knowledgeConflict.tenantId, t.tenantId), eq(knowledgeConflict.id, id)))

const sameAs = (row: FoundConflict) => `${row.firstId} ${row.secondId} ${row.fingerprint}`

/**
 * Stores what was found of an entry in place of what was found before. A contradiction that was found before keeps its id, its time and its
 * status. Gives whether anything changed.
 */
export async function replaceConflictsOf(t: Tx, sourceId: string, found: readonly FoundConflict[]): Promise<boolean> {
  const before = await listConflictsOf(t, sourceId)
  const wanted = new Map(found.map((row) => [sameAs(row), row]))
  let isChanged = false
  for (const row of before) {
    const again = wanted.get(sameAs(row))
    wanted.delete(sameAs(row))
    if (again) await updateConflict(t, row.id, { first: again.first, second: again.second })
    else {
      isChanged = true
      await t.db
        .delete(knowledgeConflict)
        .where(and(eq(knowledgeConflict.tenantId, t.tenantId), eq(knowledgeConflict.id, row.id)))
    }
  }
  for (const row of wanted.values()) {
    isChanged = true
    await t.db
      .insert(knowledgeConflict)
      .values({ ...row, tenantId: t.tenantId, id: crypto.randomUUID() as KnowledgeConflictId, foundAt: t.now })
      .onConflictDoNothing()
  }
  return isChanged
}

export async function countOpen(t: Tx): Promise<ReviewCounts> {
  const rows = await t.sql<ReviewCounts>(
    `SELECT (SELECT count(*)::int FROM knowledge_conflict WHERE tenant_id = $1 AND status = 'open') AS conflicts,
       (SELECT count(*)::int FROM stale_entry WHERE tenant_id = $1 AND status = 'open') AS stale`,
    [t.tenantId],
  )
  return rows[0]!
}
