import { searchArticles } from '#server/knowledge/search/search-knowledge.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import type { Budget } from '#server/platform/route/budgets.ts'
import { addressKey, rateLimiter } from '#server/platform/route/rates.ts'
import { nearOf } from './near.ts'
import { type ArticleFilter, listArticleRowsOf, listPublishedArticleRows, type RatedArticle } from './queries.ts'

const MOST = 5

/** Looking in the index costs more than reading rows, and every letter of a word not yet complete may cause it. */
const FOR_EACH_ADDRESS: Budget = { units: 40, periodMs: 60_000 }

const nearLimits = processState('limits of searches for near articles', ({ clock, config }) =>
  rateLimiter({ clock, factor: config.rateFactor }),
)

/**
 * At most five articles that are near a search whose words no article has, each in the language that the reader wants most: those near it by
 * their scores, then those that have every word of the search without its slips. None where the search thread is late, or where the address
 * had more than its share. Must not be called inside a transaction.
 */
export async function findNearArticles(
  tenant: Tenant,
  ip: string,
  given: string,
  filter: Pick<ArticleFilter, 'category' | 'languages'>,
): Promise<RatedArticle[]> {
  const { platform } = tenant
  if (!platform.state(nearLimits).consumeShared('near articles', addressKey(ip), FOR_EACH_ADDRESS, 1).ok) return []
  try {
    const result = await searchArticles(tenant, given)
    const scored = result.matches.map(({ id }) => id)
    const search = result.asked
    return await tenant.readStale(async (t) => {
      const written =
        search === given ? [] : await listPublishedArticleRows(t, { ...filter, search, after: null, limit: MOST })
      const meant = written.map(({ id }) => id)
      // An article in two languages may be found by either: what was meant names it.
      const ids = [...new Set([...meant, ...scored])]
      if (ids.length === 0) return []
      const rows = await listArticleRowsOf(t, ids, filter)
      const rowOf = (id: string) => rows.find(({ foundBy }) => foundBy === id)
      const near = nearOf(result, ({ id }) => rowOf(id))
      return [...new Set([...near, ...meant.flatMap((id) => rowOf(id) ?? [])])].slice(0, MOST)
    })
  } catch (error) {
    platform.log.warn({ err: error }, 'a search in a help center could not look for near articles')
    return []
  }
}
