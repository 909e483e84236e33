import type { ArticleRowView } from '#contracts/knowledge/article.ts'
import type { OpenArticle } from './commands.ts'
import type { RatedArticle } from './queries.ts'

/** A help article as a row of the list. */
export const presentArticle = (row: RatedArticle): ArticleRowView => ({
  id: row.id,
  slug: row.slug,
  title: row.title,
  summary: row.summary,
  category: row.category,
  language: row.language,
  views: row.views,
  helpfulPercent: row.helpfulPercent,
  updatedAt: row.updatedAt.toISOString(),
})

/** An article with its text as Markdown, and its other languages. */
export const presentOpenArticle = (row: OpenArticle) => ({
  ...presentArticle(row),
  body: row.body,
  translations: row.translations,
  related: row.related,
})
