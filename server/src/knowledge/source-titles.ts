import { and, eq, inArray } from 'drizzle-orm'
import type { Source } from '#contracts/conversation/message.ts'
import type { ArticleId, DocumentId, FaqId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { article, faq, trainingDocument } from './schema.ts'

type Named = Pick<Source, 'kind' | 'id'>

/** Names a piece of knowledge in a map. */
export const sourceKey = ({ kind, id }: Named): string => `${kind}:${id}`

/** What pieces of knowledge are called today, published or not; what is gone is missing. */
export async function readSourceTitles(t: Tx, sources: readonly Named[]): Promise<Map<string, string>> {
  const idsOf = (kind: Named['kind']) => [...new Set(sources.filter((one) => one.kind === kind).map(({ id }) => id))]
  const [faqs, articles, documents] = [idsOf('faq'), idsOf('article'), idsOf('document')]
  const titles = new Map<string, string>()
  const keep = (kind: Named['kind'], rows: { id: string; title: string }[]) => {
    for (const { id, title } of rows) titles.set(sourceKey({ kind, id }), title)
  }
  if (faqs.length > 0) {
    const own = and(eq(faq.tenantId, t.tenantId), inArray(faq.id, faqs as FaqId[]))
    keep('faq', await t.db.select({ id: faq.id, title: faq.question }).from(faq).where(own))
  }
  if (articles.length > 0) {
    const own = and(eq(article.tenantId, t.tenantId), inArray(article.id, articles as ArticleId[]))
    keep('article', await t.db.select({ id: article.id, title: article.title }).from(article).where(own))
  }
  if (documents.length > 0) {
    const { tenantId, id, name } = trainingDocument
    const own = and(eq(tenantId, t.tenantId), inArray(id, documents as DocumentId[]))
    keep('document', await t.db.select({ id, title: name }).from(trainingDocument).where(own))
  }
  return titles
}
