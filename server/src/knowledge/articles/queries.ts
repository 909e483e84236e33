import { and, asc, desc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm'
import type { ArticleId, GuestId } from '#contracts/ids.ts'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import { articleVote } from '#server/knowledge/reading/schema.ts'
import { type ArticleRow, article } from '#server/knowledge/schema.ts'
import { textSearchConfiguration } from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

/** Of fewer votes a share says little: one reader's No would be "0% helpful". */
const VOTES_FOR_SHARE = 3

/** An article with the share of helpful votes in percent; null before there are three. */
export type RatedArticle = ArticleRow & { helpfulPercent: number | null }

const firstOrNull = <Row>(rows: Row[]): Row | null => rows[0] ?? null

export const publishedArticle = (t: Tx) => and(eq(article.tenantId, t.tenantId), eq(article.isPublished, true))

const helpfulPercent = sql<number | null>`(
  SELECT round(100.0 * count(*) FILTER (WHERE v.is_helpful) / count(*))::int
  FROM article_vote v WHERE v.tenant_id = ${article.tenantId} AND v.article_id = ${article.id}
  HAVING count(*) >= ${VOTES_FOR_SHARE})`

const RATED = { ...getTableColumns(article), helpfulPercent }

/** The position in the list of articles, which is sorted by title. */
export type ArticlePosition = { title: string; id: string }

export type ArticleFilter = {
  search: string
  category: ArticleCategory | undefined
  /** The reader's languages, the most wanted first. */
  languages: readonly Language[]
  after: ArticlePosition | null
  limit: number
}

/** How little a reader wants an article's language: its place among theirs, then those they do not have. */
const languageRank = (language: SQL | typeof article.language, wanted: readonly Language[]) =>
  sql`coalesce(array_position(${sql.param([...wanted])}::text[], ${language}), ${wanted.length + 1})`

/** Of an article in several languages only the one that the reader wants most; of those they do not have, the first that was written. */
const isWantedTranslation = (wanted: readonly Language[]) => sql`NOT EXISTS (
  SELECT 1 FROM article other
  WHERE other.tenant_id = ${article.tenantId} AND other.translation_group = ${article.translationGroup} AND other.is_published
    AND (${languageRank(sql`other.language`, wanted)}, other.created_at, other.id)
      < (${languageRank(article.language, wanted)}, ${article.createdAt}, ${article.id}))`

/** Published articles by title, each once. A search finds an article in any language. */
export const listPublishedArticleRows = (t: Tx, filter: ArticleFilter): Promise<RatedArticle[]> =>
  t.db
    .select(RATED)
    .from(article)
    .where(
      and(
        publishedArticle(t),
        filter.category ? eq(article.category, filter.category) : undefined,
        filter.after ? sql`(${article.title}, ${article.id}) > (${filter.after.title}, ${filter.after.id})` : undefined,
        matchesSearch(filter.search) ?? isWantedTranslation(filter.languages),
      ),
    )
    .orderBy(asc(article.title), asc(article.id))
    .limit(filter.limit)

/**
 * The published articles of these ids, each once, in the language that the reader wants most. `foundBy` is the first of the ids that is the
 * article in some language.
 */
export const listArticleRowsOf = (
  t: Tx,
  ids: readonly string[],
  { category, languages }: Pick<ArticleFilter, 'category' | 'languages'>,
): Promise<(RatedArticle & { foundBy: string })[]> => {
  const foundBy = sql<string>`(
    SELECT same.id FROM article same
    WHERE same.tenant_id = article.tenant_id AND same.translation_group = article.translation_group
      AND same.id = ANY(${sql.param([...ids])}::uuid[])
    ORDER BY array_position(${sql.param([...ids])}::uuid[], same.id) LIMIT 1)`
  return t.db
    .select({ ...RATED, foundBy })
    .from(article)
    .where(
      and(
        publishedArticle(t),
        category ? eq(article.category, category) : undefined,
        sql`${foundBy} IS NOT NULL`,
        isWantedTranslation(languages),
      ),
    )
}

/** Published articles, each once, the most read first. */
export const listMostReadArticleRows = (t: Tx, languages: readonly Language[], limit: number): Promise<ArticleRow[]> =>
  t.db
    .select()
    .from(article)
    .where(and(publishedArticle(t), isWantedTranslation(languages)))
    .orderBy(desc(article.views), asc(article.title), asc(article.id))
    .limit(limit)

/** The published articles that are the same in other languages. */
export const listPublishedTranslations = (t: Tx, { id, translationGroup }: ArticleRow) =>
  t.db
    .select({ slug: article.slug, language: article.language, title: article.title })
    .from(article)
    .where(and(publishedArticle(t), eq(article.translationGroup, translationGroup), ne(article.id, id)))
    .orderBy(asc(article.language))

/** A sitemap holds no more; more articles than any help center has. */
const MOST_ADDRESSES = 10_000

/** Where the published articles are, the last changed first. Those of one `translationGroup` are one article in several languages. */
export const listArticleAddresses = (t: Tx) =>
  t.db
    .select({
      slug: article.slug,
      language: article.language,
      translationGroup: article.translationGroup,
      updatedAt: article.updatedAt,
    })
    .from(article)
    .where(publishedArticle(t))
    .orderBy(desc(article.updatedAt), asc(article.id))
    .limit(MOST_ADDRESSES)

const LIKE_WILDCARDS = /[\\%_]/g
const MAX_WORDS = 10

/** The text search configuration of an article's language. */
const TEXT_SEARCH_CONFIGURATION = sql`(CASE ${article.language} ${sql.join(
  LANGUAGES.map(
    (language) => sql`WHEN ${sql.raw(`'${language}'`)} THEN ${sql.raw(`'${textSearchConfiguration(language)}'`)}`,
  ),
  sql` `,
)} END)`

/** Every word occurs as a substring of the article; or the search matches it by stems of the article's language. */
export function matchesSearch(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const everyWord = and(
    ...words.slice(0, MAX_WORDS).map((word) => {
      const pattern = `%${word.replace(LIKE_WILDCARDS, '\\$&')}%`
      return sql`(${article.title} ILIKE ${pattern} OR ${article.summary} ILIKE ${pattern} OR ${article.body} ILIKE ${pattern})`
    }),
  )
  const language = sql`${TEXT_SEARCH_CONFIGURATION}::regconfig`
  const query = sql`plainto_tsquery(${language}, ${search})`
  return sql`(${everyWord} OR to_tsvector(${language}, ${article.title} || ' ' || ${article.summary} || ' ' || ${article.body}) @@ ${query})`
}

export const findArticleBySlug = async (t: Tx, slug: string): Promise<RatedArticle | null> =>
  firstOrNull(
    await t.db
      .select(RATED)
      .from(article)
      .where(and(publishedArticle(t), eq(article.slug, slug))),
  )

type VoteFields = Pick<typeof articleVote.$inferInsert, 'isHelpful' | 'reason' | 'comment'>

/** A second vote of the same guest replaces the first. */
export async function upsertArticleVote(t: Tx, id: ArticleId, guestId: GuestId, vote: VoteFields): Promise<void> {
  await t.db
    .insert(articleVote)
    .values({ tenantId: t.tenantId, articleId: id, guestId, ...vote, at: t.now })
    .onConflictDoUpdate({
      target: [articleVote.tenantId, articleVote.articleId, articleVote.guestId],
      set: { ...vote, at: t.now },
    })
}

export const insertArticle = async (t: Tx, row: Omit<typeof article.$inferInsert, 'tenantId'>): Promise<ArticleRow> =>
  (
    await t.db
      .insert(article)
      .values({ ...row, tenantId: t.tenantId })
      .returning()
  )[0]!

export const deleteUnchangedStarters = async (t: Tx): Promise<void> => {
  await t.db
    .delete(article)
    .where(
      and(
        eq(article.tenantId, t.tenantId),
        eq(article.isStarter, true),
        eq(article.isPublished, false),
        eq(article.updatedAt, article.createdAt),
      ),
    )
}
