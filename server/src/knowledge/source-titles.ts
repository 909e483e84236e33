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
  const titles = new Map<string, string>()
  const collect = (kind: SourceReference['kind'], rows: { id: string; title: string }[]) => {
    for (const { id, title } of rows) titles.set(sourceKey({ kind, id }), title)
  }
  if (faqs.length > 0) {
    const matching = and(eq(faq.tenantId, t.tenantId), inArray(faq.id, faqs as FaqId[]))
    collect('faq', await t.db.select({ id: faq.id, title: faq.question }).from(faq).where(matching))
  }
  if (articles.length > 0) {
    const matching = and(eq(article.tenantId, t.tenantId), inArray(article.id, articles as ArticleId[]))
    collect('article', await t.db.select({ id: article.id, title: article.title }).from(article).where(matching))
  }
  if (documents.length > 0) {
    const { tenantId, id, name } = trainingDocument
    const matching = and(eq(tenantId, t.tenantId), inArray(id, documents as DocumentId[]))
    collect('document', await t.db.select({ id, title: name }).from(trainingDocument).where(matching))
  }
  return titles
}
