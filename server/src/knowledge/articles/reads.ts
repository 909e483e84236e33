import { z } from 'zod'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { Language } from '#contracts/languages.ts'
import { cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type ArticlePosition, listPublishedArticleRows, type RatedArticle, readArticleWords } from './queries.ts'
import { correctSlips } from './slips.ts'

const PAGE = 100

export const articlesByTitle = cursorOf<ArticlePosition>(
  z.object({ title: z.string().regex(/^[^\0]*$/), id: z.uuid() }),
)

/**
 * A page of the tenant's published articles by title, 100 at most. `search` holds words which must all occur; where no article has them,
 * words with a slip are read as the nearest word of the articles. Without a search, of an article in several languages the one is given that the
 * reader wants most.
 * Throws invalid_input when the cursor does not decode.
 */
export function listArticles(
  tenant: Tenant,
  query: { search: string; category?: ArticleCategory | undefined; cursor?: string | undefined },
  languages: readonly Language[],
): Promise<{ items: RatedArticle[]; nextCursor: string | null }> {
  return tenant.tx(async (t) => {
    const after = articlesByTitle.decode(query.cursor)
    const search = query.search.replaceAll('\0', ' ').trim()
    const filter = { category: query.category, languages, after, limit: PAGE + 1 }
    const found = await listPublishedArticleRows(t, { ...filter, search })
    const meant = found.length > 0 || search === '' ? search : correctSlips(search, await readArticleWords(t))
    const rows = meant === search ? found : await listPublishedArticleRows(t, { ...filter, search: meant })
    return pageFrom(rows, PAGE, articlesByTitle, ({ title, id }) => ({ title, id }))
  })
}
