import { and, eq, inArray } from 'drizzle-orm'
import type { Source } from '#contracts/conversation/message.ts'
import type { ArticleId, DocumentId, FaqId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { article, faq, trainingDocument } from './schema.ts'

type SourceReference = Pick<Source, 'kind' | 'id'>

/** Key of a source in a map. */
export const sourceKey = ({ kind, id }: SourceReference): string => `${kind}:${id}`

/** The current titles of sources, published or not, by `sourceKey`; deleted sources are missing. */
export async function readSourceTitles(t: Tx, sources: readonly SourceReference[]): Promise<Map<string, string>> {
  const idsOf = (kind: SourceReference['kind']) => [
    ...new Set(sources.filter((one) => one.kind === kind).map(({ id }) => id)),
  ]
  const [faqs, articles, documents] = [idsOf('faq'), idsOf('article'), idsOf('document')]
  const [questions, headings, names] = await Promise.all([
    faqs.length > 0 ? readQuestions(t, faqs as FaqId[]) : [],
    articles.length > 0 ? readHeadings(t, articles as ArticleId[]) : [],
    documents.length > 0 ? readNames(t, documents as DocumentId[]) : [],
  ])
  const keyed = (kind: SourceReference['kind'], rows: { id: string; title: string }[]) =>
    rows.map(({ id, title }) => [sourceKey({ kind, id }), title] as const)
  return new Map([...keyed('faq', questions), ...keyed('article', headings), ...keyed('document', names)])
}

const readQuestions = (t: Tx, ids: FaqId[]) =>
  t.db
    .select({ id: faq.id, title: faq.question })
    .from(faq)
    .where(and(eq(faq.tenantId, t.tenantId), inArray(faq.id, ids)))

const readHeadings = (t: Tx, ids: ArticleId[]) =>
  t.db
    .select({ id: article.id, title: article.title })
    .from(article)
    .where(and(eq(article.tenantId, t.tenantId), inArray(article.id, ids)))

const readNames = (t: Tx, ids: DocumentId[]) =>
  t.db
    .select({ id: trainingDocument.id, title: trainingDocument.name })
    .from(trainingDocument)
    .where(and(eq(trainingDocument.tenantId, t.tenantId), inArray(trainingDocument.id, ids)))
