import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { ArticleId, DocumentId, FaqId } from '#contracts/ids.ts'
import { publishedArticle } from '#server/knowledge/articles/queries.ts'
import type { Passage } from '#server/knowledge/passages.ts'
import {
  type ArticleRow,
  article,
  type DocumentRow,
  documentPassage,
  type FaqRow,
  faq,
  trainingDocument,
} from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

const publishedFaq = (t: Tx) => and(eq(faq.tenantId, t.tenantId), eq(faq.isPublished, true))
/** Samples are shown on the desk and never quoted. */
const activeDocument = (t: Tx) =>
  and(
    eq(trainingDocument.tenantId, t.tenantId),
    eq(trainingDocument.status, 'active'),
    eq(trainingDocument.isDemo, false),
  )

/**
 * A short text that differs after every change of what the assistant may quote. FAQs and documents are compared by row version
 * (xmin), articles by `updated_at`, because counting a view writes the article's row without changing its text.
 */
export async function readKnowledgeFingerprint(t: Tx): Promise<string> {
  const rows = await t.sql<{ print: string }>(
    `SELECT concat_ws('/',
      (SELECT count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, xmin::text::bigint)), 0)
        FROM faq WHERE tenant_id = $1 AND is_published),
      (SELECT count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, xmin::text::bigint)), 0)
        FROM training_document WHERE tenant_id = $1 AND status = 'active' AND NOT is_demo),
      (SELECT count(*) || ':' || coalesce(bit_xor(uuid_hash_extended(id, (extract(epoch FROM updated_at) * 1000)::bigint)), 0)
        FROM article WHERE tenant_id = $1 AND is_published)) AS print`,
    [t.tenantId],
    'prepared',
  )
  return rows[0]!.print
}

/** A document with its passages by position. Of a document that was found only the found passages are read; the others are empty. */
export type QuotedDocument = Pick<DocumentRow, 'id' | 'language' | 'name'> & { passages: Passage[] }

/** The knowledge that search reads. */
export type QuotableKnowledge = {
  faqs: Pick<FaqRow, 'id' | 'language' | 'question' | 'phrasings' | 'answer'>[]
  documents: QuotedDocument[]
  articles: ArticleRow[]
}

/** Everything the assistant may quote: published FAQs, active documents, published articles. */
export async function readPublishedKnowledge(t: Tx): Promise<QuotableKnowledge> {
  return {
    faqs: await t.db.select().from(faq).where(publishedFaq(t)).orderBy(asc(faq.createdAt), asc(faq.id)),
    documents: await readQuotedDocuments(t),
    articles: await t.db
      .select()
      .from(article)
      .where(publishedArticle(t))
      .orderBy(asc(article.createdAt), asc(article.id)),
  }
}

/** Those of the given ids that may still be quoted. Of a document only the given passages are read. */
export async function readPublishedKnowledgeByIds(
  t: Tx,
  ids: { faqs: FaqId[]; documents: { id: DocumentId; passage: number }[]; articles: ArticleId[] },
): Promise<QuotableKnowledge> {
  // One round trip.
  const [faqs, documents, articles] = await Promise.all([
    ids.faqs.length
      ? t.prepared
          .select()
          .from(faq)
          .where(and(publishedFaq(t), inArray(faq.id, ids.faqs)))
      : [],
    ids.documents.length ? readQuotedDocuments(t, ids.documents) : [],
    ids.articles.length
      ? t.prepared
          .select()
          .from(article)
          .where(and(publishedArticle(t), inArray(article.id, ids.articles)))
      : [],
  ])
  return { faqs, documents, articles }
}

/** A document that may be quoted, with all of its passages. */
export async function readWholeDocument(t: Tx, id: DocumentId): Promise<QuotedDocument | null> {
  const [found] = await readQuotedDocuments(t, undefined, id)
  return found ?? null
}

async function readQuotedDocuments(
  t: Tx,
  only?: { id: DocumentId; passage: number }[],
  whole?: DocumentId,
): Promise<QuotedDocument[]> {
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
    .where(
      and(
        activeDocument(t),
        only ? or(...only.map(isPassage)) : undefined,
        whole ? eq(trainingDocument.id, whole) : undefined,
      ),
    )
    .orderBy(asc(trainingDocument.uploadedAt), asc(trainingDocument.id), asc(documentPassage.position))
  const documents = new Map<DocumentId, QuotedDocument>()
  for (const { id, language, name, position, ...passage } of rows) {
    const document = documents.get(id) ?? { id, language, name, passages: [] }
    documents.set(id, document)
    document.passages[position] = passage
  }
  return [...documents.values()]
}

const isPassage = ({ id, passage }: { id: DocumentId; passage: number }) =>
  and(eq(documentPassage.documentId, id), eq(documentPassage.position, passage))
