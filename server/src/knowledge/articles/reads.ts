import { z } from 'zod'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { Language } from '#contracts/languages.ts'
import { cursorOf, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { findNearArticles } from './find-near.ts'
import { type ArticlePosition, listPublishedArticleRows, type RatedArticle } from './queries.ts'

const PAGE = 100

export const articlesByTitle = cursorOf<ArticlePosition>(
  z.object({ title: z.string().regex(/^[^\0]*$/), id: z.uuid() }),
)

/** A page of articles. `isNear`: none has the words of the search, and these are near it. */
export type ListedArticles = { items: RatedArticle[]; nextCursor: string | null; isNear: boolean }

/**
 * A page of the tenant's published articles by title, 100 at most. `search` holds words which must all occur; where no article has them, the
 * articles near it are given. Without a search, of an article in several languages the one is given that the reader wants most. `ip` is the
 * reader's address; without it nothing near is looked for. Must not be called inside a transaction.
 * Throws invalid_input when the cursor does not decode.
 */
export async function listArticles(
  tenant: Tenant,
  query: { search: string; category?: ArticleCategory | undefined; cursor?: string | undefined },
  languages: readonly Language[],
  ip: string | null,
): Promise<ListedArticles> {
  const after = articlesByTitle.decode(query.cursor)
  const search = query.search.replaceAll('\0', ' ').trim()
  const { category } = query
  const rows = await tenant.readStale((t) =>
    listPublishedArticleRows(t, { category, languages, after, limit: PAGE + 1, search }),
  )
  if (rows.length === 0 && search !== '' && ip !== null && !after) {
    const items = await findNearArticles(tenant, ip, search, { category, languages })
    return { items, nextCursor: null, isNear: items.length > 0 }
  }
  return { ...pageFrom(rows, PAGE, articlesByTitle, ({ title, id }) => ({ title, id })), isNear: false }
}
