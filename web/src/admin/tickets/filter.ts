import { useCallback, useEffect } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketRowView, TicketStatus } from '#contracts/ticket/ticket.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'

/** What the list shows: one word each; `all` leaves it open. `assignee` is all, me, none or a member's id. */
export type ListFilter = {
  status: 'all' | TicketStatus
  priority: 'all' | Priority
  assignee: string
  search: string
}

export const statuses: readonly TicketStatus[] = ['open', 'in-progress', 'waiting', 'resolved', 'closed']
export const priorities: readonly Priority[] = ['urgent', 'high', 'medium', 'low']
export const noFilter: ListFilter = { status: 'all', priority: 'all', assignee: 'all', search: '' }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the filter out of an address or of what was kept; anything unknown is `all`. */
export function filterFrom(search: Readonly<Record<string, string | undefined>>): ListFilter {
  const assignee = search.assignee ?? ''
  return {
    status: statuses.find((one) => one === search.status) ?? 'all',
    priority: priorities.find((one) => one === search.priority) ?? 'all',
    assignee: ['me', 'none'].includes(assignee) || UUID.test(assignee) ? assignee : 'all',
    search: (search.search ?? '').slice(0, 200),
  }
}

/** The address's form: what is `all` or empty is left out. */
export function addressPartsOf(filter: ListFilter): Record<keyof ListFilter, string | undefined> {
  const word = (value: string) => (value === 'all' || value === '' ? undefined : value)
  return {
    status: word(filter.status),
    priority: word(filter.priority),
    assignee: word(filter.assignee),
    search: word(filter.search),
  }
}

/** Whether anything is left out of the list. */
export function isFiltered(filter: ListFilter): boolean {
  return Object.values(addressPartsOf(filter)).some((value) => value !== undefined)
}

/** Whether a row belongs into the list, as far as the row can tell: the words of a search are the server's matter. */
export function matchesFilter(filter: ListFilter, row: TicketRowView, me: string): boolean {
  const { status, priority, assignee } = filter
  if (status !== 'all' && row.status !== status) return false
  if (priority !== 'all' && row.priority !== priority) return false
  if (assignee === 'all') return true
  return assignee === 'none' ? row.assignee === null : row.assignee?.id === (assignee === 'me' ? me : assignee)
}

const KEY = 'segue-ticket-filter'

function readStoredFilter(): ListFilter {
  try {
    return filterFrom(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>)
  } catch {
    return noFilter
  }
}

function storeFilter(filter: ListFilter): void {
  try {
    // A search is for now; the rest is how somebody works.
    localStorage.setItem(KEY, JSON.stringify(addressPartsOf({ ...filter, search: '' })))
  } catch {
    // Without storage the filter lives in the address alone.
  }
}

/** The list's filter, kept in the address, and on this device for the next visit. */
export function useFilter(): [filter: ListFilter, change: (patch: Partial<ListFilter>) => void] {
  const [search, changeSearch] = useSectionSearch()
  const filter = filterFrom(search)
  const change = useCallback(
    (patch: Partial<ListFilter>) => {
      const next = { ...filterFrom(search), ...patch }
      storeFilter(next)
      changeSearch(addressPartsOf(next), { replace: true })
    },
    [search, changeSearch],
  )
  return [filter, change]
}

/** Brings the kept filter back when the section is opened by an address that names none. */
export function useStoredFilter(): void {
  const [search, changeSearch] = useSectionSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the section opens
  useEffect(() => {
    const kept = readStoredFilter()
    if (!isFiltered(filterFrom(search)) && isFiltered(kept)) changeSearch(addressPartsOf(kept), { replace: true })
  }, [])
}
