import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ArticleId } from '#contracts/ids.ts'
import type { ArticleCategory, VoteReason } from '#contracts/knowledge/article.ts'
import type { DeskArticle } from '#contracts/knowledge/article-editing.ts'
import type { Language } from '#contracts/languages.ts'
import { type ArticleRow, type ArticleVersionRecord, article, articleVersion } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type ArticlePosition, matchesSearch } from './queries.ts'

/** An article with its votes, and who saved its newest text when: null where that is the text it came with. */
export type CountedArticle = ArticleRow & {
  helpful: number
  notHelpful: number
  savedByName: string | null
  savedAt: Date | null
}

const votesOf = (condition: SQL) => sql<number>`(
  SELECT (count(*) FILTER (WHERE ${condition}))::int FROM article_vote v
  WHERE v.tenant_id = ${article.tenantId} AND v.article_id = ${article.id})`
const COUNTED = {
  ...getTableColumns(article),
  savedByName: articleVersion.savedByName,
  savedAt: articleVersion.savedAt,
  helpful: votesOf(sql`v.is_helpful`),
  notHelpful: votesOf(sql`NOT v.is_helpful`),
}

const newestVersion = and(
  eq(articleVersion.tenantId, article.tenantId),
  eq(articleVersion.articleId, article.id),
  eq(articleVersion.number, article.latestNumber),
)

export type DeskArticleFilter = {
  search: string
  category: ArticleCategory | undefined
  language: Language | undefined
  status: 'published' | 'draft' | 'starter' | 'archived' | undefined
}

/** Articles that match the filter, by title; archived ones only where it asks for them. */
export const listArticleRows = (
  t: Tx,
  filter: DeskArticleFilter,
  after: ArticlePosition | null,
  limit: number,
): Promise<CountedArticle[]> =>
  t.db
    .select(COUNTED)
    .from(article)
    .leftJoin(articleVersion, newestVersion)
    .where(
      and(
        eq(article.tenantId, t.tenantId),
        filter.status === 'archived' ? isNotNull(article.archivedAt) : isNull(article.archivedAt),
        filter.category ? eq(article.category, filter.category) : undefined,
        filter.language ? eq(article.language, filter.language) : undefined,
        filter.status === 'published' ? eq(article.isPublished, true) : undefined,
        // A draft is what customers do not read: also the newer text of a published article.
        filter.status === 'draft'
          ? or(eq(article.isPublished, false), lt(article.publishedNumber, article.latestNumber))
          : undefined,
        filter.status === 'starter' ? eq(article.isStarter, true) : undefined,
        after ? sql`(${article.title}, ${article.id}) > (${after.title}, ${after.id})` : undefined,
        matchesSearch(filter.search),
      ),
    )
    .orderBy(asc(article.title), asc(article.id))
    .limit(limit)

export async function findCountedArticle(t: Tx, id: ArticleId): Promise<CountedArticle | null> {
  const rows = await t.db
    .select(COUNTED)
    .from(article)
    .leftJoin(articleVersion, newestVersion)
    .where(and(eq(article.tenantId, t.tenantId), eq(article.id, id)))
  return rows[0] ?? null
}

/** The same article in its other languages, by language. */
export const listTranslationRows = (t: Tx, { id, translationGroup }: ArticleRow): Promise<ArticleRow[]> =>
  t.db
    .select()
    .from(article)
    .where(and(eq(article.tenantId, t.tenantId), eq(article.translationGroup, translationGroup), ne(article.id, id)))
    .orderBy(asc(article.language))

/** How many answers since `since` rested on an article. */
export async function countAnswersOf(t: Tx, id: ArticleId, since: Date): Promise<number> {
  const [row] = await t.sql<{ count: number }>(
    `SELECT count(*)::int AS count FROM knowledge_use WHERE tenant_id = $1 AND kind = 'article' AND source_id = $2 AND at >= $3`,
    [t.tenantId, id, since],
  )
  return row?.count ?? 0
}

const COMMENTS = 20

/** Why an article did not help its readers, the most frequent first, and the latest of what they wrote to it. */
export async function readVoteReasons(t: Tx, id: ArticleId): Promise<Pick<DeskArticle, 'reasons' | 'comments'>> {
  const [reasons, comments] = await Promise.all([
    t.sql<DeskArticle['reasons'][number]>(
      `SELECT reason, count(*)::int AS count FROM article_vote
       WHERE tenant_id = $1 AND article_id = $2 AND reason IS NOT NULL GROUP BY reason ORDER BY count DESC, reason`,
      [t.tenantId, id],
    ),
    t.sql<{ reason: VoteReason; comment: string; at: Date }>(
      `SELECT reason, comment, at FROM article_vote
       WHERE tenant_id = $1 AND article_id = $2 AND reason IS NOT NULL AND comment IS NOT NULL ORDER BY at DESC LIMIT $3`,
      [t.tenantId, id, COMMENTS],
    ),
  ])
  return { reasons, comments: comments.map((one) => ({ ...one, at: one.at.toISOString() })) }
}

export type ArticleChange = Partial<Omit<ArticleRow, 'tenantId' | 'id' | 'version' | 'views'>>

/** Changes an article at the given version (optimistic lock); null when the version is another. */
export async function updateArticleRow(
  t: Tx,
  id: ArticleId,
  version: number,
  change: ArticleChange,
): Promise<ArticleRow | null> {
  const rows = await t.db
    .update(article)
    .set({ ...change, version: version + 1 })
    .where(and(eq(article.tenantId, t.tenantId), eq(article.id, id), eq(article.version, version)))
    .returning()
  return rows[0] ?? null
}

export async function deleteArticleRow(t: Tx, id: ArticleId): Promise<ArticleRow | null> {
  const rows = await t.db
    .delete(article)
    .where(and(eq(article.tenantId, t.tenantId), eq(article.id, id)))
    .returning()
  return rows[0] ?? null
}

/** The slugs of the tenant that begin with the given one. */
export async function listSlugsLike(t: Tx, slug: string): Promise<string[]> {
  const rows = await t.db
    .select({ slug: article.slug })
    .from(article)
    .where(and(eq(article.tenantId, t.tenantId), sql`starts_with(${article.slug}, ${slug})`))
  return rows.map((row) => row.slug)
}

const ofArticle = (t: Tx, id: ArticleId) =>
  and(eq(articleVersion.tenantId, t.tenantId), eq(articleVersion.articleId, id))

/** How many versions of an article are kept. */
export const KEPT_VERSIONS = 100

/** The last versions of an article without their texts, newest first. */
export const listVersionRows = (t: Tx, id: ArticleId): Promise<Omit<ArticleVersionRecord, 'body' | 'summary'>[]> => {
  const { body: _, summary: __, ...columns } = getTableColumns(articleVersion)
  return t.db
    .select(columns)
    .from(articleVersion)
    .where(ofArticle(t, id))
    .orderBy(desc(articleVersion.number))
    .limit(KEPT_VERSIONS)
}

export async function findVersionRow(t: Tx, id: ArticleId, number: number): Promise<ArticleVersionRecord | null> {
  const rows = await t.db
    .select()
    .from(articleVersion)
    .where(and(ofArticle(t, id), eq(articleVersion.number, number)))
  return rows[0] ?? null
}

/** Adds a version, and removes the one that is then too old unless customers read it. */
export async function insertVersionRow(
  t: Tx,
  row: Omit<typeof articleVersion.$inferInsert, 'tenantId'>,
  publishedNumber: number,
): Promise<void> {
  await t.db.insert(articleVersion).values({ ...row, tenantId: t.tenantId })
  await t.db
    .delete(articleVersion)
    .where(
      and(
        ofArticle(t, row.articleId),
        lt(articleVersion.number, row.number - KEPT_VERSIONS + 1),
        sql`${articleVersion.number} <> ${publishedNumber}`,
      ),
    )
}

/** Replaces the text of a version. */
export async function updateVersionRow(
  t: Tx,
  id: ArticleId,
  number: number,
  change: Partial<ArticleVersionRecord>,
): Promise<void> {
  await t.db
    .update(articleVersion)
    .set(change)
    .where(and(ofArticle(t, id), eq(articleVersion.number, number)))
}
