import { useCallback, useEffect, useMemo } from 'react'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketFilter, TicketRowView, TicketStatus } from '#contracts/ticket/ticket.ts'
import { useSectionSearch } from '#web/admin/desk-address.ts'

/** The list's filter: what is not given excludes nothing. */
export type ListFilter = TicketFilter
type Search = Readonly<Record<string, string | undefined>>

export const statuses: readonly TicketStatus[] = ['open', 'in-progress', 'waiting', 'resolved', 'closed']
/** Resolved or closed. */
export const isFinished = (status: TicketStatus): boolean => status === 'resolved' || status === 'closed'
export const priorities: readonly Priority[] = ['urgent', 'high', 'medium', 'low']
export const noFilter: ListFilter = {}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ANY_TEXT = /^.{1,60}$/
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/
const oneOf = (values: readonly string[]) => new RegExp(`^(${values.join('|')})$`)
const idOr = (...words: string[]) => new RegExp(`${UUID.source}|${oneOf(words).source}`, 'i')

/** The parts of the filter with several values: their name in the address, where commas separate them, and which values there are. */
const LISTS = {
  statuses: ['status', oneOf(statuses)],
  priorities: ['priority', oneOf(priorities)],
  assignees: ['assignee', idOr('me', 'none')],
  teams: ['team', idOr('none')],
  tags: ['tag', ANY_TEXT],
  categories: ['category', ANY_TEXT],
  channels: ['channel', oneOf(['chat', 'form', 'desk', 'email'])],
  sources: ['sources', oneOf(['guest_portal', 'customer_portal', 'chat', 'desk', 'email', 'demo'])],
  utmSources: ['utm', ANY_TEXT],
  ratings: ['rating', /^([1-5]|none)$/],
  sla: ['sla', oneOf(['running', 'soon', 'paused', 'met', 'breached'])],
  fields: ['field', /^[\da-f-]{36}:.{1,60}$/],
} as const
type ListName = keyof typeof LISTS

/** The parts with one value. */
const VALUES = {
  createdWithinDays: ['days', /^[1-9]\d{0,2}$/],
  customerId: ['customer', UUID],
  unread: ['unread', /^(yes|no)$/],
  snoozed: ['snoozed', /^yes$/],
  dated: ['dated', oneOf(['created', 'answered', 'resolved', 'rated', 'unfinished'])],
  from: ['from', INSTANT],
  before: ['before', INSTANT],
  hour: ['hour', /^[1-7]-\d\d?@[\w/+-]+$/],
  words: ['search', /^.{1,200}$/],
} as const
type ValueName = keyof typeof VALUES

const lists = Object.entries(LISTS) as [ListName, readonly [string, RegExp]][]
const values = Object.entries(VALUES) as [ValueName, readonly [string, RegExp]][]

/** A value with a comma of its own is written escaped. */
const decode = (value: string): string => value.replaceAll('%2C', ',')
const encode = (value: string): string => value.replaceAll(',', '%2C')

/** Reads the filter from an address or from storage; unknown values are left out. `active` is short for the unfinished statuses. */
export function filterFrom(search: Search): ListFilter {
  const filter: Record<string, unknown> = {}
  for (const [part, [name, known]] of lists) {
    const written = name === 'status' ? search[name]?.replace('active', 'open,in-progress,waiting') : search[name]
    const found =
      written
        ?.split(',')
        .map(decode)
        .filter((value) => known.test(value)) ?? []
    if (found.length > 0) filter[part] = [...new Set(found)]
  }
  for (const [part, [name, known]] of values) {
    const value = search[name]
    if (value && known.test(value)) filter[part] = part === 'createdWithinDays' ? Number(value) : value
  }
  return filter as ListFilter
}

/** The filter as parts of the address; what is not given is undefined, which removes it. */
export function addressPartsOf(filter: ListFilter): Record<string, string | undefined> {
  return Object.fromEntries([
    ...lists.map(([part, [name]]) => [name, filter[part]?.map(encode).join(',') || undefined]),
    ...values.map(([part, [name]]) => [name, filter[part] ? String(filter[part]) : undefined]),
  ])
}

/** Whether the filter excludes anything. */
export function isFiltered(filter: ListFilter): boolean {
  return Object.values(addressPartsOf(filter)).some((value) => value !== undefined)
}

/** Whether two filters exclude the same, in whatever order their values are. */
export function isSameFilter(one: ListFilter, other: ListFilter): boolean {
  const sorted = (filter: ListFilter) => Object.values(addressPartsOf(filter)).map((part) => part?.split(',').sort())
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other))
}

/** Whether a row may match the filter: by what a row shows, so that the server decides about tags, words and the rest. */
export function matchesFilter(filter: ListFilter, row: TicketRowView, me: string): boolean {
  const isAmong = (given: readonly string[] | undefined, value: string) => !given || given.includes(value)
  const assignees = filter.assignees?.map((id) => (id === 'me' ? me : id))
  return (
    isAmong(filter.statuses, row.status) &&
    isAmong(filter.priorities, row.priority) &&
    isAmong(filter.categories, row.category) &&
    isAmong(filter.teams, row.team?.id ?? 'none') &&
    isAmong(filter.sla, row.sla?.state ?? 'none') &&
    isAmong(assignees, row.assignee?.id ?? 'none')
  )
}

const KEY = 'segue-ticket-filter'

function readStoredFilter(): ListFilter {
  try {
    return filterFrom(JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, string>)
  } catch {
    return noFilter
  }
}

function storeFilter({ words, dated, from, before, hour, ...lasting }: ListFilter): void {
  try {
    // The search and the tickets behind a figure are not stored: they are for one visit.
    localStorage.setItem(KEY, JSON.stringify(addressPartsOf(lasting)))
  } catch {
    // Without storage the filter is in the address only.
  }
}

/** Changes parts of the filter; undefined removes one. */
export type FilterPatch = { [Part in keyof ListFilter]?: ListFilter[Part] | undefined }
/** The list's filter, stored in the address, and on this device for the next visit. One object until a part of it changes. */
export function useFilter(): [
  filter: ListFilter,
  change: (patch: FilterPatch) => void,
  replace: (next: ListFilter) => void,
] {
  const [search, changeSearch] = useSectionSearch()
  const parts = JSON.stringify(filterFrom(search))
  const filter = useMemo(() => JSON.parse(parts) as ListFilter, [parts])
  const replace = useCallback(
    (next: ListFilter) => {
      storeFilter(next)
      changeSearch(addressPartsOf(next), { replace: true })
    },
    [changeSearch],
  )
  const change = useCallback((patch: FilterPatch) => replace({ ...filter, ...patch } as ListFilter), [filter, replace])
  return [filter, change, replace]
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
