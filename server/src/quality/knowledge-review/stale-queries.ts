import { and, desc, eq } from 'drizzle-orm'
import type { StaleEntryId } from '#contracts/ids.ts'
import type { ReviewStatus, StaleReason } from '#contracts/quality/knowledge-review.ts'
import type { EntryReference } from '#server/knowledge/service.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type StaleRow, staleEntry } from './schema.ts'

/** An entry is unused when no answer rested on it for so long, and it has been there for as long. */
export const UNUSED_DAYS = 90
/** A person followed an answer in all of at least so many conversations of that time. */
export const FOLLOWED_CONVERSATIONS = 3
/** Of each reason so many are shown: more are no list of things to do. */
const MOST_OF_REASON = 200

export type FoundStale = EntryReference & { reason: StaleReason; count: number; mark: string }

/** The marks of all entries, as `listEntryMarks` gives them, are joined as `$2` and `$3`. */
const ENTRIES = `SELECT * FROM unnest($2::text[], $3::uuid[], $4::text[]) AS e(kind, id, mark)`

/** What somebody looked at and left as it is takes the place of nothing else. */
const IS_DISMISSED = `EXISTS (SELECT 1 FROM stale_entry s WHERE s.tenant_id = $1 AND s.source_id = e.id AND s.status = 'dismissed' AND s.mark = e.mark)`

const SINCE = `$5::timestamptz`

/** Entries on which no answer rested since a time, of those that were there already. Readers of an article are uses of it too. */
export const findUnused = (t: Tx, given: readonly unknown[]): Promise<FoundStale[]> =>
  t.sql(
    `WITH entries AS (${ENTRIES})
     SELECT e.kind, e.id, e.mark, 'never_used' AS reason, 0 AS count FROM entries e
     LEFT JOIN faq f ON e.kind = 'faq' AND f.tenant_id = $1 AND f.id = e.id
     LEFT JOIN article a ON e.kind = 'article' AND a.tenant_id = $1 AND a.id = e.id
     LEFT JOIN training_document d ON e.kind = 'document' AND d.tenant_id = $1 AND d.id = e.id
     WHERE coalesce(f.created_at, a.created_at, d.uploaded_at) < ${SINCE} AND NOT coalesce(f.is_demo, a.is_demo, d.is_demo)
       AND coalesce(a.views, 0) = 0
       AND NOT EXISTS (SELECT 1 FROM knowledge_use u WHERE u.tenant_id = $1 AND u.kind = e.kind AND u.source_id = e.id AND u.at >= ${SINCE})
     ORDER BY ${IS_DISMISSED}, coalesce(f.created_at, a.created_at, d.uploaded_at) LIMIT ${MOST_OF_REASON}`,
    [t.tenantId, ...given],
  )

/** Entries whose every answer since a time was followed by a person: a member who wrote, or a request for one. */
export const findFollowed = (t: Tx, given: readonly unknown[]): Promise<FoundStale[]> =>
  t.sql(
    `WITH entries AS (${ENTRIES}),
     answers AS (
       SELECT u.kind, u.source_id AS id, m.conversation_id, min(m.seq) AS seq FROM knowledge_use u
       JOIN message m ON m.tenant_id = u.tenant_id AND m.id = u.message_id
       WHERE u.tenant_id = $1 AND u.at >= ${SINCE} GROUP BY 1, 2, 3),
     judged AS (
       SELECT w.kind, w.id, count(*)::int AS count, bool_and(EXISTS (
         SELECT 1 FROM message n WHERE n.tenant_id = $1 AND n.conversation_id = w.conversation_id AND n.seq > w.seq
           AND (n.kind = 'escalation' OR (n.author = 'member' AND n.author_id IS NOT NULL AND n.visibility = 'public')))) AS is_followed
       FROM answers w JOIN conversation c ON c.tenant_id = $1 AND c.id = w.conversation_id AND NOT c.is_demo
       GROUP BY 1, 2)
     SELECT e.kind, e.id, e.mark, 'always_person' AS reason, j.count FROM judged j JOIN entries e ON e.kind = j.kind AND e.id = j.id
     WHERE j.is_followed AND j.count >= ${FOLLOWED_CONVERSATIONS} ORDER BY ${IS_DISMISSED}, j.count DESC LIMIT ${MOST_OF_REASON}`,
    [t.tenantId, ...given],
  )

/**
 * Stores what was found for these reasons in place of what was found before. A dismissed finding stays so while its entry is as it was.
 * Gives whether anything changed.
 */
export async function replaceStale(
  t: Tx,
  reasons: readonly StaleReason[],
  found: readonly FoundStale[],
  only: readonly string[] | null = null,
): Promise<boolean> {
  const columns = [
    found.map(({ kind }) => kind),
    found.map(({ id }) => id),
    found.map(({ reason }) => reason),
    found.map(({ count }) => count),
    found.map(({ mark }) => mark),
  ]
  const gone = await t.sql(
    `DELETE FROM stale_entry s WHERE s.tenant_id = $1 AND s.reason = ANY ($2) AND ($5::uuid[] IS NULL OR s.source_id = ANY ($5::uuid[])) AND s.status <> 'dismissed'
       AND NOT EXISTS (SELECT 1 FROM unnest($3::uuid[], $4::text[]) AS g(id, reason) WHERE g.id = s.source_id AND g.reason = s.reason)
     RETURNING s.id`,
    [t.tenantId, reasons, columns[1], columns[2], only],
  )
  const stored = await t.sql(
    `INSERT INTO stale_entry AS s (tenant_id, id, kind, source_id, reason, count, mark, found_at)
     SELECT $1::uuid, gen_random_uuid(), g.kind, g.id, g.reason, g.count, g.mark, $7::timestamptz
     FROM unnest($2::text[], $3::uuid[], $4::text[], $5::int[], $6::text[]) AS g(kind, id, reason, count, mark)
     ON CONFLICT (tenant_id, source_id, reason) DO UPDATE
       SET count = excluded.count, mark = excluded.mark, status = CASE WHEN s.mark = excluded.mark THEN s.status ELSE 'open' END
       WHERE s.count <> excluded.count OR s.mark <> excluded.mark
     RETURNING s.id`,
    [t.tenantId, ...columns, t.now],
  )
  return gone.length + stored.length > 0
}

export const listStaleRows = (
  t: Tx,
  { status, after, limit }: { status: ReviewStatus; after: NewestFirstPosition | null; limit: number },
): Promise<StaleRow[]> =>
  t.db
    .select()
    .from(staleEntry)
    .where(
      and(
        eq(staleEntry.tenantId, t.tenantId),
        eq(staleEntry.status, status),
        afterPosition(staleEntry.foundAt, staleEntry.id, after),
      ),
    )
    .orderBy(desc(staleEntry.foundAt), desc(staleEntry.id))
    .limit(limit)

export async function updateStaleStatus(t: Tx, id: StaleEntryId, status: ReviewStatus): Promise<StaleRow | null> {
  const rows = await t.db
    .update(staleEntry)
    .set({ status })
    .where(and(eq(staleEntry.tenantId, t.tenantId), eq(staleEntry.id, id)))
    .returning()
  return rows[0] ?? null
}

/** The pages of these documents, by document. */
export async function readPageUrls(t: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await t.sql<{ id: string; origin: string }>(
    `SELECT id, origin FROM training_document WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND source = 'url' AND origin IS NOT NULL`,
    [t.tenantId, ids],
  )
  return new Map(rows.map(({ id, origin }) => [id, origin]))
}
