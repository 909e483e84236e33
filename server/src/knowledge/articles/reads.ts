import { ArticleId } from '#contracts/ids.ts'
import type { ArticleCategory } from '#contracts/knowledge/article.ts'
import type { ArticleRow } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { findPublishedArticle, listPublishedArticleRows, type RatedArticle } from './queries.ts'

const PAGE = 100

/**
 * A page of the tenant's published articles by title, 100 at most. `search` holds words which must all occur.
 * Throws invalid_input when the cursor is none, or its article is no longer there.
 */
export function listArticles(
  tenant: Tenant,
  query: { search: string; category?: ArticleCategory | undefined; cursor?: string | undefined },
): Promise<{ items: RatedArticle[]; nextCursor: string | null }> {
  return tenant.tx(async (t) => {
    const after = query.cursor === undefined ? null : await articleAtCursor(t, query.cursor)
    const search = query.search.replaceAll('\0', ' ').trim()
    const rows = await listPublishedArticleRows(t, { search, category: query.category, after, limit: PAGE + 1 })
    const items = rows.slice(0, PAGE)
    return { items, nextCursor: rows.length > PAGE ? items[PAGE - 1]!.id : null }
  })
}

async function articleAtCursor(t: Tx, cursor: string): Promise<ArticleRow> {
  const id = ArticleId.safeParse(cursor)
  const row = id.success ? await findPublishedArticle(t, id.data) : null
  if (!row) throw invalid({ 'query.cursor': 'This list has changed. Start again from its beginning.' })
  return row
}
