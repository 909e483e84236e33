import { useCallback, useEffect } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketRowView, TicketStatus } from '#contracts/ticket/ticket.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'

/** The list's filter; `all` means any. `assignee` is all, me, none or a member's id, `team` all or a team's id. */
export type ListFilter = {
  status: 'all' | TicketStatus
  priority: 'all' | Priority
  assignee: string
  team: string
  search: string
}

export const statuses: readonly TicketStatus[] = ['open', 'in-progress', 'waiting', 'resolved', 'closed']
/** Resolved or closed. */
export const isFinished = (status: TicketStatus): boolean => status === 'resolved' || status === 'closed'
export const priorities: readonly Priority[] = ['urgent', 'high', 'medium', 'low']
export const noFilter: ListFilter = { status: 'all', priority: 'all', assignee: 'all', team: 'all', search: '' }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the filter from an address or from storage; unknown values are `all`. */
export function filterFrom(search: Readonly<Record<string, string | undefined>>): ListFilter {
  const { assignee = '', team = '' } = search
  return {
    status: statuses.find((one) => one === search.status) ?? 'all',
    priority: priorities.find((one) => one === search.priority) ?? 'all',
    assignee: ['me', 'none'].includes(assignee) || UUID.test(assignee) ? assignee : 'all',
    team: UUID.test(team) ? team : 'all',
    search: (search.search ?? '').slice(0, 200),
  }
}

/** The filter as parts of the address; `all` and empty values are left out. */
export function addressPartsOf(filter: ListFilter): Record<keyof ListFilter, string | undefined> {
  const valueOrNone = (value: string) => (value === 'all' || value === '' ? undefined : value)
  return {
    status: valueOrNone(filter.status),
    priority: valueOrNone(filter.priority),
    assignee: valueOrNone(filter.assignee),
    team: valueOrNone(filter.team),
    search: valueOrNone(filter.search),
  }
}

/** Whether the filter excludes anything. */
export function isFiltered(filter: ListFilter): boolean {
  return Object.values(addressPartsOf(filter)).some((value) => value !== undefined)
}

/** Whether a row matches the filter, without the search, which only the server can evaluate. */
export function matchesFilter(filter: ListFilter, row: TicketRowView, me: string): boolean {
  const { status, priority, assignee, team } = filter
  if (status !== 'all' && row.status !== status) return false
  if (priority !== 'all' && row.priority !== priority) return false
  if (team !== 'all' && row.team?.id !== team) return false
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
    // The search is not stored: it is for one visit.
    localStorage.setItem(KEY, JSON.stringify(addressPartsOf({ ...filter, search: '' })))
  } catch {
    // Without storage the filter is in the address only.
  }
}

/** The list's filter, stored in the address, and on this device for the next visit. */
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

/** Restores the stored filter when the section is opened by an address without one. */
export function useStoredFilter(): void {
  const [search, changeSearch] = useSectionSearch()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the section opens
  useEffect(() => {
    const stored = readStoredFilter()
    if (!isFiltered(filterFrom(search)) && isFiltered(stored)) changeSearch(addressPartsOf(stored), { replace: true })
  }, [])
}
