import { ArticleCategory } from '#contracts/knowledge/article.ts'

/** A page of a help centre: the list of all articles, of one category, or an article by its slug. */
export type HelpPlace = { category: ArticleCategory | null; article: string | null }

/** The path of a page of the help centre: the same under every host, so that a page's script writes links without knowing its host. */
export function helpPath(slug: string, { category, article }: Partial<HelpPlace> = {}): string {
  const base = `/help/${encodeURIComponent(slug)}`
  if (article) return `${base}/${encodeURIComponent(article)}`
  return category ? `${base}/category/${category.toLowerCase()}` : base
}

/** The category of a path's last part; null for none of that name. */
export const categoryNamed = (name: string): ArticleCategory | null =>
  ArticleCategory.options.find((one) => one.toLowerCase() === name.toLowerCase()) ?? null
