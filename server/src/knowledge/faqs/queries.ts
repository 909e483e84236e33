import { and, count, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { FaqId, ImportId } from '#contracts/ids.ts'
import type { FaqCategory, FaqPriority } from '#contracts/knowledge/faq.ts'
import { type FaqRow, faq, knowledgeSamples, knowledgeUse } from '#server/knowledge/schema.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** A FAQ with the number of answers that rested on it, and their ratings. */
export type FaqWithUsage = { row: FaqRow; views: number; helpful: number; rated: number }

const usageOf = (what: SQL) =>
  // With the name of the table: the builder leaves it out, and then the column is the one of the table inside.
  sql<number>`(SELECT ${what} FROM ${knowledgeUse} u
    WHERE u.tenant_id = "faq"."tenant_id" AND u.kind = 'faq' AND u.source_id = "faq"."id")`

const WITH_USAGE = {
  row: faq,
  views: usageOf(sql`count(*)::int`),
  helpful: usageOf(sql`(count(*) FILTER (WHERE u.is_helpful))::int`),
  rated: usageOf(sql`count(u.is_helpful)::int`),
}

export type FaqFilter = {
  search: string
  category: FaqCategory | undefined
  priority: FaqPriority | undefined
  status: 'all' | 'published' | 'draft' | 'sample'
}

/** The filter that lets every FAQ pass. */
export const ALL_FAQS: FaqFilter = { search: '', category: undefined, priority: undefined, status: 'all' }

const LIKE_WILDCARDS = /[\\%_]/g
const MAX_WORDS = 10

function matchesFilter(t: Tx, filter: FaqFilter): SQL | undefined {
  const words = filter.search.split(/\s+/).filter((word) => word !== '')
  return and(
    eq(faq.tenantId, t.tenantId),
    filter.category ? eq(faq.category, filter.category) : undefined,
    filter.priority ? eq(faq.priority, filter.priority) : undefined,
    filter.status === 'published' ? eq(faq.isPublished, true) : undefined,
    filter.status === 'draft' ? eq(faq.isPublished, false) : undefined,
    filter.status === 'sample' ? eq(faq.isDemo, true) : undefined,
    ...words.slice(0, MAX_WORDS).map((word) => {
      const pattern = `%${word.replace(LIKE_WILDCARDS, '\\$&')}%`
      return sql`(${faq.question} ILIKE ${pattern} OR ${faq.answer} ILIKE ${pattern}
        OR array_to_string(${faq.phrasings}, ' ') ILIKE ${pattern})`
    }),
  )
}

/** FAQs that match the filter, newest change first. */
export const listFaqRows = (
  t: Tx,
  filter: FaqFilter,
  after: NewestFirstPosition | null,
  limit: number,
): Promise<FaqWithUsage[]> =>
  t.db
    .select(WITH_USAGE)
    .from(faq)
    .where(and(matchesFilter(t, filter), afterPosition(faq.updatedAt, faq.id, after)))
    .orderBy(desc(faq.updatedAt), desc(faq.id))
    .limit(limit)

export async function countFaqs(t: Tx, filter: FaqFilter): Promise<number> {
  const rows = await t.db.select({ n: count() }).from(faq).where(matchesFilter(t, filter))
  return rows[0]?.n ?? 0
}

export async function findFaqRow(t: Tx, id: FaqId): Promise<FaqWithUsage | null> {
  const rows = await t.db
    .select(WITH_USAGE)
    .from(faq)
    .where(and(eq(faq.tenantId, t.tenantId), eq(faq.id, id)))
  return rows[0] ?? null
}

export async function insertFaqRow(t: Tx, row: Omit<typeof faq.$inferInsert, 'tenantId'>): Promise<FaqRow> {
  const rows = await t.db
    .insert(faq)
    .values({ ...row, tenantId: t.tenantId })
    .returning()
  return rows[0]!
}

export type FaqChange = Partial<
  Pick<FaqRow, 'question' | 'answer' | 'phrasings' | 'category' | 'priority' | 'language' | 'isPublished'>
>

/** Updates a FAQ at the given version (optimistic lock); null when the version is another. A changed sample is no longer marked as one. */
export async function updateFaqRow(t: Tx, id: FaqId, version: number, change: FaqChange): Promise<FaqRow | null> {
  const rows = await t.db
    .update(faq)
    .set({ ...change, isDemo: false, version: version + 1, updatedAt: t.now })
    .where(and(eq(faq.tenantId, t.tenantId), eq(faq.id, id), eq(faq.version, version)))
    .returning()
  return rows[0] ?? null
}

export async function deleteFaqRow(t: Tx, id: FaqId): Promise<FaqRow | null> {
  const rows = await t.db
    .delete(faq)
    .where(and(eq(faq.tenantId, t.tenantId), eq(faq.id, id)))
    .returning()
  return rows[0] ?? null
}

export async function deleteSampleFaqRows(t: Tx): Promise<number> {
  const rows = await t.db
    .delete(faq)
    .where(and(eq(faq.tenantId, t.tenantId), eq(faq.isDemo, true)))
    .returning({ id: faq.id })
  return rows.length
}

/** Deletes what an import added and nobody changed since; gives how many. */
export async function deleteImportedFaqRows(t: Tx, importId: ImportId): Promise<number> {
  const rows = await t.db
    .delete(faq)
    .where(and(eq(faq.tenantId, t.tenantId), eq(faq.importId, importId), eq(faq.version, 1)))
    .returning({ id: faq.id })
  return rows.length
}

/** Whether samples were added before. */
export async function hadSampleFaqs(t: Tx): Promise<boolean> {
  const rows = await t.db
    .select({ at: knowledgeSamples.faqSamplesAt })
    .from(knowledgeSamples)
    .where(and(eq(knowledgeSamples.tenantId, t.tenantId), isNotNull(knowledgeSamples.faqSamplesAt)))
  return rows.length > 0
}

export async function recordSampleFaqs(t: Tx): Promise<void> {
  await t.db
    .insert(knowledgeSamples)
    .values({ tenantId: t.tenantId, faqSamplesAt: t.now })
    .onConflictDoUpdate({ target: knowledgeSamples.tenantId, set: { faqSamplesAt: t.now } })
}

export type FaqUsage = { uses: { day: string; count: number }[]; lastUsedAt: Date | null }

/** Answers that rested on a FAQ by UTC day, for the last `days` days, days without any included. */
export async function readFaqUsage(t: Tx, id: FaqId, days: number): Promise<FaqUsage> {
  const uses = await t.sql<{ day: string; count: number }>(
    `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, count(u.at)::int AS count
     FROM generate_series(($3::timestamptz AT TIME ZONE 'UTC')::date - ($4::int - 1), ($3::timestamptz AT TIME ZONE 'UTC')::date, '1 day') AS d(day)
     LEFT JOIN knowledge_use u ON u.tenant_id = $1 AND u.kind = 'faq' AND u.source_id = $2
       AND (u.at AT TIME ZONE 'UTC')::date = d.day::date
     GROUP BY d.day ORDER BY d.day`,
    [t.tenantId, id, t.now, days],
  )
  const last = await t.sql<{ at: Date | null }>(
    `SELECT max(at) AS at FROM knowledge_use WHERE tenant_id = $1 AND kind = 'faq' AND source_id = $2`,
    [t.tenantId, id],
  )
  return { uses, lastUsedAt: last[0]?.at ?? null }
}

/** Every FAQ of the tenant, oldest first, for an export. */
export const readAllFaqRows = (t: Tx): Promise<FaqRow[]> =>
  t.db.select().from(faq).where(eq(faq.tenantId, t.tenantId)).orderBy(faq.createdAt, faq.id)
