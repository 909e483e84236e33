import { useSectionSearch } from '#web/admin/desk-address.ts'
import { faqCategories, faqPriorities } from '#web/admin/knowledge/labels.ts'

export const statuses = ['published', 'draft', 'sample'] as const

/** The list's filter; `all` means any. */
export type FaqFilter = { search: string; category: string; priority: string; status: string }

export const everyFaq: FaqFilter = { search: '', category: 'all', priority: 'all', status: 'all' }

export const isFiltered = (filter: FaqFilter): boolean =>
  Object.entries(filter).some(([name, value]) => value !== everyFaq[name as keyof FaqFilter])

const among = (options: readonly string[], value: string | undefined) =>
  value !== undefined && options.includes(value) ? value : 'all'

/** The list's filter, stored in the address, and how to change it. */
export function useFaqFilter(): [filter: FaqFilter, change: (patch: Partial<FaqFilter>) => void] {
  const [search, changeSearch] = useSectionSearch()
  const filter: FaqFilter = {
    search: search.search ?? '',
    category: among(faqCategories, search.category),
    priority: among(faqPriorities, search.priority),
    status: among(statuses, search.status),
  }
  const change = (patch: Partial<FaqFilter>) =>
    changeSearch(
      Object.fromEntries(Object.entries(patch).map(([name, value]) => [name, value === 'all' ? undefined : value])),
      { replace: true },
    )
  return [filter, change]
}
