import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { ArticleId, DocumentId, FaqId, GuestId } from '#contracts/ids.ts'
import type { ArticleCategory } from '#contracts/portal.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import {
  type ArticleRow,
  article,
  articleVote,
  type DocumentRow,
  type FaqRow,
  faq,
  trainingDocument,
} from './schema.ts'

/** An article with its readers' judgement; null before the first vote. */
export type JudgedArticle = ArticleRow & { helpfulPercent: number | null }

const one = <Row>(rows: Row[]): Row | null => rows[0] ?? null

const publishedFaq = (t: Tx) => and(eq(faq.tenantId, t.tenantId), eq(faq.isPublished, true))
const activeDocument = (t: Tx) => and(eq(trainingDocument.tenantId, t.tenantId), eq(trainingDocument.status, 'active'))
const publishedArticle = (t: Tx) => and(eq(article.tenantId, t.tenantId), eq(article.isPublished, true))

/**
 * A short text that is another one after every change of what the assistant may quote: rows that came, went or were written.
 * Counting a view writes an article's row without changing what it says, so articles go by their time of change.
 */
export async function readFingerprint(t: Tx): Promise<string> {
  const rows = await t.sql<{ print: string }>(
    `SELECT concat_ws('/',
      (SELECT count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, xmin::text::bigint)), 0)
        FROM faq WHERE tenant_id = $1 AND is_published),
      (SELECT count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, xmin::text::bigint)), 0)
        FROM training_document WHERE tenant_id = $1 AND status = 'active'),
      (SELECT count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, (extract(epoch FROM updated_at) * 1000)::bigint)), 0)
        FROM article WHERE tenant_id = $1 AND is_published)) AS print`,
    [t.tenantId],
  )
  return rows[0]!.print
}

/** Everything the assistant may quote: published FAQs, active documents, published articles. */
export async function readPublished(
  t: Tx,
): Promise<{ faqs: FaqRow[]; documents: DocumentRow[]; articles: ArticleRow[] }> {
  return {
    faqs: await t.db.select().from(faq).where(publishedFaq(t)).orderBy(asc(faq.createdAt), asc(faq.id)),
    documents: await t.db
      .select()
      .from(trainingDocument)
      .where(activeDocument(t))
      .orderBy(asc(trainingDocument.uploadedAt), asc(trainingDocument.id)),
    articles: await t.db
      .select()
      .from(article)
      .where(publishedArticle(t))
      .orderBy(asc(article.createdAt), asc(article.id)),
  }
}

/** Of the named pieces those that may still be quoted. */
export async function readPublishedByIds(
  t: Tx,
  ids: { faqs: FaqId[]; documents: DocumentId[]; articles: ArticleId[] },
): Promise<{ faqs: FaqRow[]; documents: DocumentRow[]; articles: ArticleRow[] }> {
  const { faqs, documents, articles } = ids
  return {
    faqs: faqs.length
      ? await t.db
          .select()
          .from(faq)
          .where(and(publishedFaq(t), inArray(faq.id, faqs)))
      : [],
    documents: documents.length
      ? await t.db
          .select()
          .from(trainingDocument)
          .where(and(activeDocument(t), inArray(trainingDocument.id, documents)))
      : [],
    articles: articles.length
      ? await t.db
          .select()
          .from(article)
          .where(and(publishedArticle(t), inArray(article.id, articles)))
      : [],
  }
}

const helpfulPercent = sql<number | null>`(
  SELECT round(100.0 * count(*) FILTER (WHERE v.is_helpful) / nullif(count(*), 0))::int
  FROM article_vote v WHERE v.tenant_id = ${article.tenantId} AND v.article_id = ${article.id})`

const JUDGED = {
  tenantId: article.tenantId,
  id: article.id,
  slug: article.slug,
  title: article.title,
  summary: article.summary,
  body: article.body,
  category: article.category,
  language: article.language,
  isPublished: article.isPublished,
  isDemo: article.isDemo,
  views: article.views,
  createdAt: article.createdAt,
  updatedAt: article.updatedAt,
  helpfulPercent,
}

export type ArticleFilter = {
  search: string
  category: ArticleCategory | undefined
  /** Begin behind this article. */
  after: ArticleRow | null
  limit: number
}

/** Published articles by title. */
export const listPublishedArticles = (t: Tx, filter: ArticleFilter): Promise<JudgedArticle[]> =>
  t.db
    .select(JUDGED)
    .from(article)
    .where(
      and(
        publishedArticle(t),
        filter.category ? eq(article.category, filter.category) : undefined,
        filter.after ? sql`(${article.title}, ${article.id}) > (${filter.after.title}, ${filter.after.id})` : undefined,
        matches(filter.search),
      ),
    )
    .orderBy(asc(article.title), asc(article.id))
    .limit(filter.limit)

const LIKE_SIGNS = /[\\%_]/g
const MAX_WORDS = 10

/** Every word somewhere in the article, in any part of a word; or, in the article's language, as the same word in title or summary. */
function matches(search: string): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return undefined
  const everyWord = and(
    ...words.slice(0, MAX_WORDS).map((word) => {
      const pattern = `%${word.replace(LIKE_SIGNS, '\\$&')}%`
      return sql`(${article.title} ILIKE ${pattern} OR ${article.summary} ILIKE ${pattern} OR ${article.body} ILIKE ${pattern})`
    }),
  )
  const language = sql`(CASE ${article.language} WHEN 'es' THEN 'spanish' WHEN 'fr' THEN 'french' WHEN 'de' THEN 'german' ELSE 'english' END)::regconfig`
  const query = sql`plainto_tsquery(${language}, ${search})`
  return sql`(${everyWord} OR to_tsvector(${language}, ${article.title} || ' ' || ${article.summary}) @@ ${query})`
}

export const findPublishedArticle = async (t: Tx, id: ArticleId): Promise<ArticleRow | null> =>
  one(
    await t.db
      .select()
      .from(article)
      .where(and(publishedArticle(t), eq(article.id, id))),
  )

export const findArticleBySlug = async (t: Tx, slug: string): Promise<JudgedArticle | null> =>
  one(
    await t.db
      .select(JUDGED)
      .from(article)
      .where(and(publishedArticle(t), eq(article.slug, slug))),
  )

/** Adds one to the article's views. */
export async function countView(t: Tx, slug: string): Promise<void> {
  await t.db
    .update(article)
    .set({ views: sql`${article.views} + 1` })
    .where(and(publishedArticle(t), eq(article.slug, slug)))
}

/** A second vote of the same guest replaces the first. */
export async function upsertVote(t: Tx, id: ArticleId, guestId: GuestId, isHelpful: boolean): Promise<void> {
  await t.db
    .insert(articleVote)
    .values({ tenantId: t.tenantId, articleId: id, guestId, isHelpful, at: t.now })
    .onConflictDoUpdate({
      target: [articleVote.tenantId, articleVote.articleId, articleVote.guestId],
      set: { isHelpful, at: t.now },
    })
}

export const insertFaq = async (t: Tx, row: Omit<typeof faq.$inferInsert, 'tenantId'>): Promise<FaqRow> =>
  (
    await t.db
      .insert(faq)
      .values({ ...row, tenantId: t.tenantId })
      .returning()
  )[0]!

export const insertDocument = async (
  t: Tx,
  row: Omit<typeof trainingDocument.$inferInsert, 'tenantId'>,
): Promise<DocumentRow> =>
  (
    await t.db
      .insert(trainingDocument)
      .values({ ...row, tenantId: t.tenantId })
      .returning()
  )[0]!

export const insertArticle = async (t: Tx, row: Omit<typeof article.$inferInsert, 'tenantId'>): Promise<ArticleRow> =>
  (
    await t.db
      .insert(article)
      .values({ ...row, tenantId: t.tenantId })
      .returning()
  )[0]!
