import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { ArticleId, DocumentId, FaqId, GuestId } from '#contracts/ids.ts'
import type { ArticleCategory } from '#contracts/tenant/portal.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Passage } from './passages.ts'
import {
  type ArticleRow,
  article,
  articleVote,
  type DocumentRow,
  documentPassage,
  type FaqRow,
  faq,
  trainingDocument,
} from './schema.ts'

/** An article with its readers' judgement; null before the first vote. */
export type JudgedArticle = ArticleRow & { helpfulPercent: number | null }

const one = <Row>(rows: Row[]): Row | null => rows[0] ?? null

const publishedFaq = (t: Tx) => and(eq(faq.tenantId, t.tenantId), eq(faq.isPublished, true))
/** Samples are not the business's words: they are shown on the desk and never quoted. */
const activeDocument = (t: Tx) =>
  and(
    eq(trainingDocument.tenantId, t.tenantId),
    eq(trainingDocument.status, 'active'),
    eq(trainingDocument.isDemo, false),
  )
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
        FROM training_document WHERE tenant_id = $1 AND status = 'active' AND NOT is_demo),
      (SELECT count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, (extract(epoch FROM updated_at) * 1000)::bigint)), 0)
        FROM article WHERE tenant_id = $1 AND is_published)) AS print`,
    [t.tenantId],
    'often',
  )
  return rows[0]!.print
}

/** A document as it is quoted; of one that was found, `passages` holds those that were found, each at its place. */
export type QuotedDocument = Pick<DocumentRow, 'id' | 'language' | 'name'> & { passages: Passage[] }

/** What search reads of the knowledge. */
export type Pieces = {
  faqs: Pick<FaqRow, 'id' | 'language' | 'question' | 'phrasings' | 'answer'>[]
  documents: QuotedDocument[]
  articles: ArticleRow[]
}

/** Everything the assistant may quote: published FAQs, active documents, published articles. */
export async function readPublished(t: Tx): Promise<Pieces> {
  return {
    faqs: await t.db.select().from(faq).where(publishedFaq(t)).orderBy(asc(faq.createdAt), asc(faq.id)),
    documents: await readQuoted(t),
    articles: await t.db
      .select()
      .from(article)
      .where(publishedArticle(t))
      .orderBy(asc(article.createdAt), asc(article.id)),
  }
}

/** Of the named pieces those that may still be quoted. Of a document only the passages in question are read. */
export async function readPublishedByIds(
  t: Tx,
  ids: { faqs: FaqId[]; documents: { id: DocumentId; passage: number }[]; articles: ArticleId[] },
): Promise<Pieces> {
  // One round trip.
  const [faqs, documents, articles] = await Promise.all([
    ids.faqs.length
      ? t.prepared
          .select()
          .from(faq)
          .where(and(publishedFaq(t), inArray(faq.id, ids.faqs)))
      : [],
    ids.documents.length ? readQuoted(t, ids.documents) : [],
    ids.articles.length
      ? t.prepared
          .select()
          .from(article)
          .where(and(publishedArticle(t), inArray(article.id, ids.articles)))
      : [],
  ])
  return { faqs, documents, articles }
}

async function readQuoted(t: Tx, only?: { id: DocumentId; passage: number }[]): Promise<QuotedDocument[]> {
  const rows = await (only ? t.prepared : t.db)
    .select({
      id: trainingDocument.id,
      language: trainingDocument.language,
      name: trainingDocument.name,
      position: documentPassage.position,
      heading: documentPassage.heading,
      page: documentPassage.page,
      text: documentPassage.text,
    })
    .from(trainingDocument)
    .innerJoin(
      documentPassage,
      and(eq(documentPassage.tenantId, trainingDocument.tenantId), eq(documentPassage.documentId, trainingDocument.id)),
    )
    .where(and(activeDocument(t), only ? or(...only.map(place)) : undefined))
    .orderBy(asc(trainingDocument.uploadedAt), asc(trainingDocument.id), asc(documentPassage.position))
  const documents = new Map<DocumentId, QuotedDocument>()
  for (const { id, language, name, position, ...passage } of rows) {
    const document = documents.get(id) ?? { id, language, name, passages: [] }
    documents.set(id, document)
    document.passages[position] = passage
  }
  return [...documents.values()]
}

const place = ({ id, passage }: { id: DocumentId; passage: number }) =>
  and(eq(documentPassage.documentId, id), eq(documentPassage.position, passage))

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

export const insertArticle = async (t: Tx, row: Omit<typeof article.$inferInsert, 'tenantId'>): Promise<ArticleRow> =>
  (
    await t.db
      .insert(article)
      .values({ ...row, tenantId: t.tenantId })
      .returning()
  )[0]!
