import { LANGUAGES } from '#contracts/languages.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import { ARTICLE_CATEGORIES } from './category.ts'

export const filterStatuses = ['published', 'draft', 'starter', 'archived'] as const

/** The list's filter; `all` means any. */
export type ArticleFilter = { search: string; category: string; language: string; status: string }

export const everyArticle: ArticleFilter = { search: '', category: 'all', language: 'all', status: 'all' }

export const isFiltered = (filter: ArticleFilter): boolean =>
  Object.entries(filter).some(([name, value]) => value !== everyArticle[name as keyof ArticleFilter])

const among = (options: readonly string[], value: string | undefined) =>
  value !== undefined && options.includes(value) ? value : 'all'

/** The list's filter, stored in the address, and how to change it. */
export function useArticleFilter(): [filter: ArticleFilter, change: (patch: Partial<ArticleFilter>) => void] {
  const [search, changeSearch] = useSectionSearch()
  const filter: ArticleFilter = {
    search: search.search ?? '',
    category: among(ARTICLE_CATEGORIES, search.category),
    language: among(LANGUAGES, search.language),
    status: among(filterStatuses, search.status),
  }
  const change = (patch: Partial<ArticleFilter>) =>
    changeSearch(
      Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value === 'all' ? undefined : value])),
      { replace: true },
    )
  return [filter, change]
}
