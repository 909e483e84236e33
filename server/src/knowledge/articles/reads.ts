import { z } from 'zod'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import { cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type ArticlePosition, listPublishedArticleRows, type RatedArticle } from './queries.ts'

const PAGE = 100

const articlesByTitle = cursorOf<ArticlePosition>(z.object({ title: z.string().regex(/^[^\0]*$/), id: z.uuid() }))

/**
 * A page of the tenant's published articles by title, 100 at most. `search` holds words which must all occur.
 * Throws invalid_input when the cursor does not decode.
 */
export function listArticles(
  tenant: Tenant,
  query: { search: string; category?: ArticleCategory | undefined; cursor?: string | undefined },
): Promise<{ items: RatedArticle[]; nextCursor: string | null }> {
  return tenant.tx(async (t) => {
    const after = articlesByTitle.decode(query.cursor)
    const search = query.search.replaceAll('\0', ' ').trim()
    const rows = await listPublishedArticleRows(t, { search, category: query.category, after, limit: PAGE + 1 })
    return pageFrom(rows, PAGE, articlesByTitle, ({ title, id }) => ({ title, id }))
  })
}
