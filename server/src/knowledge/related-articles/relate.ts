import { isDeepStrictEqual } from 'node:util'
import type { ArticleId } from '#contracts/ids.ts'
import { publishKnowledge } from '#server/knowledge/live-events.ts'
import type { ArticleRow } from '#server/knowledge/schema.ts'
import { readPublishedKnowledge } from '#server/knowledge/search/queries.ts'
import { searchOf } from '#server/knowledge/search/search-knowledge.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { lockRelatedArticles, readRelatedArticles, replaceRelatedArticles } from './queries.ts'

const MOST_RELATED = 3
/** More articles than any help center has; the others have no related ones. */
const MOST_ARTICLES = 1000
/** What of an article is searched for in the others. */
const QUERY_CHARACTERS = 400

/**
 * Computes which published articles of a business are like which, by searching each in the others, and stores it. Of an article in several
 * languages the one in the reader's language is related, else the one that was found. Must not be called inside a transaction.
 */
export async function relateArticles(tenant: Tenant): Promise<void> {
  const { articles } = await tenant.read(readPublishedKnowledge)
  const related = await findRelated(tenant, articles.slice(0, MOST_ARTICLES))
  await tenant.tx(async (t) => {
    await lockRelatedArticles(t)
    if (isDeepStrictEqual(await readRelatedArticles(t), related)) return
    await replaceRelatedArticles(t, related)
    publishKnowledge(t, 'articles')
  })
}

async function findRelated(tenant: Tenant, articles: readonly ArticleRow[]): Promise<Map<ArticleId, ArticleId[]>> {
  const { retrieval, drafts } = searchOf(tenant.platform)
  const key = `related ${crypto.randomUUID()}`
  drafts.set(key, { tenantId: tenant.id, pieces: { faqs: [], documents: [], articles: [...articles] } })
  const known = new Map<string, ArticleRow>(articles.map((one) => [one.id, one]))
  const related = new Map<ArticleId, ArticleId[]>()
  try {
    for (const article of articles) {
      const query = `${article.title} ${article.summary}`.slice(0, QUERY_CHARACTERS)
      const { matches } = await retrieval.search(key, query)
      const groups = new Set(matches.flatMap(({ id }) => known.get(id)?.translationGroup ?? []))
      groups.delete(article.translationGroup)
      const found = [...groups].map((group) => {
        const same = articles.filter(({ translationGroup }) => translationGroup === group)
        return same.find(({ language }) => language === article.language) ?? same[0]
      })
      const ids = found.flatMap((one) => one?.id ?? []).slice(0, MOST_RELATED)
      if (ids.length > 0) related.set(article.id, ids)
    }
  } finally {
    drafts.delete(key)
    retrieval.evict(key)
  }
  return related
}
