import type { Tx } from '#server/platform/db/tenant.ts'

/** The start of the period (null: all time) and the step of its chart. */
export type Span = { from: Date | null; step: 'day' | 'week' }

/** Counts of what is stored now, and of what was added within the span. Samples are counted in `samples` only. */
export type KnowledgeInventory = {
  faqs: number
  drafts: number
  samples: number
  technicalFaqs: number
  accountFaqs: number
  documents: number
  troubleshooting: number
  newFaqs: number
  newDocuments: number
}

export async function readInventory(t: Tx, { from }: Span): Promise<KnowledgeInventory> {
  const rows = await t.sql<KnowledgeInventory>(
    `SELECT * FROM (
       SELECT (count(*) FILTER (WHERE is_published AND NOT is_demo))::int AS faqs,
         (count(*) FILTER (WHERE NOT is_published AND NOT is_demo))::int AS drafts,
         (count(*) FILTER (WHERE is_demo))::int AS samples,
         (count(*) FILTER (WHERE is_published AND NOT is_demo AND category = 'Technical'))::int AS "technicalFaqs",
         (count(*) FILTER (WHERE is_published AND NOT is_demo AND category = 'Account'))::int AS "accountFaqs",
         (count(*) FILTER (WHERE is_published AND NOT is_demo AND created_at >= coalesce($2, '-infinity'::timestamptz)))::int AS "newFaqs"
       FROM faq WHERE tenant_id = $1) f,
     (SELECT count(*)::int AS documents, (count(*) FILTER (WHERE type = 'Troubleshooting'))::int AS troubleshooting,
         (count(*) FILTER (WHERE uploaded_at >= coalesce($2, '-infinity'::timestamptz)))::int AS "newDocuments"
       FROM training_document WHERE tenant_id = $1 AND status = 'active' AND NOT is_demo) d`,
    [t.tenantId, from],
  )
  return rows[0] as KnowledgeInventory
}

/** Uses of knowledge that is no sample; uses of knowledge that was deleted since are included. */
const USES_OF_OWN_KNOWLEDGE = `SELECT u.* FROM knowledge_use u
  WHERE u.tenant_id = $1 AND u.at >= coalesce($2, '-infinity'::timestamptz)
    AND NOT EXISTS (SELECT 1 FROM faq f WHERE f.tenant_id = $1 AND f.id = u.source_id AND f.is_demo)
    AND NOT EXISTS (SELECT 1 FROM training_document d WHERE d.tenant_id = $1 AND d.id = u.source_id AND d.is_demo)
    AND NOT EXISTS (SELECT 1 FROM article a WHERE a.tenant_id = $1 AND a.id = u.source_id AND a.is_demo)`

export type UsageTotals = { views: number; viewsBefore: number; ratings: number; helpful: number }

/** Uses within the span and in the span before it, and the ratings of answers and articles within the span. */
export async function readUsageTotals(t: Tx, { from }: Span): Promise<UsageTotals> {
  const before = from && new Date(2 * from.getTime() - t.now.getTime())
  const rows = await t.sql<UsageTotals>(
    `WITH uses AS (${USES_OF_OWN_KNOWLEDGE}),
     ratings AS (SELECT DISTINCT ON (message_id) is_helpful FROM uses WHERE is_helpful IS NOT NULL AND at >= coalesce($3, '-infinity'::timestamptz)
       UNION ALL SELECT v.is_helpful FROM article_vote v JOIN article a ON a.tenant_id = v.tenant_id AND a.id = v.article_id
       WHERE v.tenant_id = $1 AND NOT a.is_demo AND v.at >= coalesce($3, '-infinity'::timestamptz))
     SELECT (SELECT count(*)::int FROM uses WHERE at >= coalesce($3, '-infinity'::timestamptz)) AS views,
       (SELECT count(*)::int FROM uses WHERE at < $3) AS "viewsBefore",
       (SELECT count(*)::int FROM ratings) AS ratings, (SELECT count(*)::int FROM ratings WHERE is_helpful) AS helpful`,
    [t.tenantId, before, from],
  )
  return rows[0] as UsageTotals
}

/** Uses per UTC day or week from the start of the span (or the first use) to now, days without any included. */
export const readViewsByDay = (t: Tx, { from, step }: Span): Promise<{ day: string; count: number }[]> =>
  t.sql(
    `WITH uses AS (${USES_OF_OWN_KNOWLEDGE}),
     days AS (SELECT generate_series(
       date_trunc($4, coalesce($2, (SELECT min(at) FROM uses), $3::timestamptz) AT TIME ZONE 'UTC'),
       date_trunc($4, $3::timestamptz AT TIME ZONE 'UTC'), ('1 ' || $4)::interval) AS day)
     SELECT to_char(days.day, 'YYYY-MM-DD') AS day, count(uses.at)::int AS count
     FROM days LEFT JOIN uses ON date_trunc($4, uses.at AT TIME ZONE 'UTC') = days.day
     GROUP BY days.day ORDER BY days.day`,
    [t.tenantId, from, t.now, step],
  )

export type CategoryUsage = { category: string; entries: number; views: number }

/** Categories of FAQs and documents by uses, then by number of entries. */
export const readTopCategories = (t: Tx, { from }: Span, limit: number): Promise<CategoryUsage[]> =>
  t.sql(
    `WITH uses AS (${USES_OF_OWN_KNOWLEDGE}),
     entries AS (SELECT id, category FROM faq WHERE tenant_id = $1 AND is_published AND NOT is_demo
       UNION ALL SELECT id, category FROM training_document WHERE tenant_id = $1 AND status = 'active' AND NOT is_demo)
     SELECT e.category, count(DISTINCT e.id)::int AS entries, count(u.at)::int AS views
     FROM entries e LEFT JOIN uses u ON u.source_id = e.id
     GROUP BY e.category ORDER BY views DESC, entries DESC, e.category LIMIT $3`,
    [t.tenantId, from, limit],
  )

export type EntryUsage = { kind: 'faq' | 'article' | 'document'; id: string; title: string; views: number }

/** The entries that answers rested on most often. */
export const readTopEntries = (t: Tx, { from }: Span, limit: number): Promise<EntryUsage[]> =>
  t.sql(
    `WITH uses AS (SELECT kind, source_id, count(*)::int AS views FROM (${USES_OF_OWN_KNOWLEDGE}) u GROUP BY kind, source_id)
     SELECT u.kind, u.source_id AS id, coalesce(f.question, d.name, a.title) AS title, u.views FROM uses u
     LEFT JOIN faq f ON u.kind = 'faq' AND f.tenant_id = $1 AND f.id = u.source_id
     LEFT JOIN training_document d ON u.kind = 'document' AND d.tenant_id = $1 AND d.id = u.source_id
     LEFT JOIN article a ON u.kind = 'article' AND a.tenant_id = $1 AND a.id = u.source_id
     WHERE coalesce(f.question, d.name, a.title) IS NOT NULL
     ORDER BY u.views DESC, title LIMIT $3`,
    [t.tenantId, from, limit],
  )

/** The articles that were read most, and all readers of help articles, since the first day of the span; a reader counts once a day. */
export async function readArticleReaders(
  t: Tx,
  { from }: Span,
  limit: number,
): Promise<{ readers: number; topArticles: { id: string; title: string; readers: number }[] }> {
  const rows = await t.sql<{ id: string; title: string; readers: number; total: number }>(
    `SELECT a.id, a.title, sum(r.readers)::int AS readers, (sum(sum(r.readers)) OVER ())::int AS total FROM article_reading r
     JOIN article a ON a.tenant_id = r.tenant_id AND a.id = r.article_id AND NOT a.is_demo
     WHERE r.tenant_id = $1 AND r.day >= coalesce(($2::timestamptz AT TIME ZONE 'UTC')::date, '-infinity')
     GROUP BY a.id, a.title ORDER BY readers DESC, a.title LIMIT $3`,
    [t.tenantId, from, limit],
  )
  return { readers: rows[0]?.total ?? 0, topArticles: rows.map(({ total, ...article }) => article) }
}

export type RecentChange = {
  kind: 'faq' | 'document'
  id: string
  title: string
  change: 'added' | 'changed'
  at: Date
}

/** The newest five of the latest three FAQs and the latest three documents. */
export const readRecentChanges = (t: Tx, { from }: Span): Promise<RecentChange[]> =>
  t.sql(
    `SELECT * FROM (
       (SELECT 'faq' AS kind, id, question AS title, CASE WHEN updated_at > created_at THEN 'changed' ELSE 'added' END AS change, updated_at AS at
         FROM faq WHERE tenant_id = $1 AND NOT is_demo AND updated_at >= coalesce($2, '-infinity'::timestamptz)
         ORDER BY updated_at DESC LIMIT 3)
       UNION ALL
       (SELECT 'document', id, name, 'added', uploaded_at
         FROM training_document WHERE tenant_id = $1 AND NOT is_demo AND uploaded_at >= coalesce($2, '-infinity'::timestamptz)
         ORDER BY uploaded_at DESC LIMIT 3)
     ) r ORDER BY at DESC, id LIMIT 5`,
    [t.tenantId, from],
  )
