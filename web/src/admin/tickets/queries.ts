import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { getTicketBrief } from '#contracts/assistant/ticket-brief.ts'
import type { TicketId } from '#contracts/ids.ts'
import { listCopies } from '#contracts/inbound-mail/inbound-mail.ts'
import { getTicketMemory } from '#contracts/memory/memory.ts'
import { listTeams } from '#contracts/team/team.ts'
import { listMembers } from '#contracts/tenant/member.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { getTicket, listTickets } from '#contracts/ticket/ticket.ts'
import { CallError, call } from '#web/lib/call.ts'
import { insertMessage, mergeConversation, mergePage } from '#web/lib/merge-messages.ts'
import type { ListFilter } from './filter.ts'
import { appendPage, mergeFirstPage, type Rows } from './rows.ts'

export const PAGE = 100
/** Most pages a reload reads; later ones are read on scrolling. */
const RELOADED_PAGES = 5

export const listKey = (filter: ListFilter) => ['tickets', 'list', filter] as const
export const listsKey = ['tickets', 'list'] as const
export const ticketKey = (id: string) => ['tickets', 'one', id] as const
export const ticketsKey = ['tickets', 'one'] as const

const readPage = (filter: ListFilter, cursor: string | undefined, signal?: AbortSignal) =>
  call(listTickets, { query: { ...filter, limit: PAGE, ...(cursor ? { cursor } : {}) } }, signal ? { signal } : {})

/** The rows of a filter. A refetch reads the first page; later pages stay. */
export const listQuery = (client: QueryClient, filter: ListFilter) =>
  queryOptions({
    queryKey: listKey(filter),
    queryFn: async ({ signal }): Promise<Rows> => {
      const page = await readPage(filter, undefined, signal)
      return mergeFirstPage(client.getQueryData<Rows>(listKey(filter)), page)
    },
    // Shows the rows of the previous filter until the new ones are read.
    placeholderData: keepPreviousData,
  })

/** Reads the next page. */
export async function readMore(client: QueryClient, filter: ListFilter): Promise<void> {
  const cursor = client.getQueryData<Rows>(listKey(filter))?.nextCursor
  if (!cursor) return
  const page = await readPage(filter, cursor)
  client.setQueryData<Rows>(listKey(filter), (known) =>
    known?.nextCursor === cursor ? appendPage(known, page) : known,
  )
}

/** Reads all shown pages again. Returns the number of rows. */
export async function reload(client: QueryClient, filter: ListFilter): Promise<number> {
  const known = () => client.getQueryData<Rows>(listKey(filter))
  let before = known()
  const pages = Math.min(RELOADED_PAGES, Math.max(1, Math.ceil((before?.rows.length ?? 0) / PAGE)))
  await client.cancelQueries({ queryKey: listKey(filter) })
  let read: Rows = { rows: [], nextCursor: null }
  for (let page = 0; page < pages; page++) {
    if (page > 0 && read.nextCursor === null) break
    read = appendPage(read, await readPage(filter, read.nextCursor ?? undefined))
  }
  // A read that a live event started may have begun later and ended earlier: its first page is the newer one.
  while (known() !== before) {
    before = known()
    read = mergeFirstPage(read, await readPage(filter, undefined))
  }
  client.setQueryData(listKey(filter), read)
  return read.rows.length
}

const mergesIn = ({ merged }: TicketDetailView): string => merged.map(({ id }) => id).join()

/** Merges a ticket that was read with messages from live events and older pages. */
export function mergeDetail(known: TicketDetailView | undefined, fresh: TicketDetailView): TicketDetailView {
  // The threads of other tickets came or went: what was read before is another thread.
  if (!known || mergesIn(known) !== mergesIn(fresh)) return fresh
  const conversation = mergeConversation(known.thread.conversation, fresh.thread.conversation)
  const ticket = fresh.ticket.version >= known.ticket.version ? fresh.ticket : known.ticket
  return { ...fresh, ticket, thread: { conversation, ...mergePage(known.thread, fresh.thread) } }
}

/** A ticket with its thread, customer and activity. */
export const ticketQuery = (client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ticketKey(id),
    queryFn: async ({ signal }): Promise<TicketDetailView> => {
      const fresh = await call(getTicket, { params: { ticketId: id as TicketId } }, { signal })
      return mergeDetail(client.getQueryData<TicketDetailView>(ticketKey(id)), fresh)
    },
    retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.code === 'not_found'),
  })

/** Reads tickets that will probably be opened next. Live events keep them as they are; a failure shows when one is opened. */
export function readAhead(client: QueryClient, ids: readonly string[]): void {
  for (const id of ids) void client.prefetchQuery(ticketQuery(client, id))
}

/** Reads older messages above the first one. */
export async function readOlder(client: QueryClient, id: string): Promise<void> {
  const cursor = client.getQueryData<TicketDetailView>(ticketKey(id))?.thread.olderCursor
  if (!cursor) return
  const older = await call(getTicket, { params: { ticketId: id as TicketId }, query: { cursor } })
  client.setQueryData<TicketDetailView>(ticketKey(id), (known) => {
    if (known?.thread.olderCursor !== cursor) return known
    const messages = older.thread.messages.reduce(insertMessage, known.thread.messages)
    return { ...known, thread: { ...known.thread, messages, olderCursor: older.thread.olderCursor } }
  })
}

/** Query key of a ticket's summary and reply draft, and the beginning of the keys of what changes with them. */
export const briefKey = (id: string) => ['tickets', 'brief', id] as const

/** Summary and reply draft; null until one is requested. */
export const briefQuery = (id: string) =>
  queryOptions({
    queryKey: briefKey(id),
    queryFn: async ({ signal }) =>
      (await call(getTicketBrief, { params: { ticketId: id as TicketId } }, { signal })).brief,
  })

/** Query key of who may get a copy of a reply. */
export const copiesKey = (id: string) => [...briefKey(id), 'copies'] as const

/** Who may get a copy of a reply; a further mail or reply changes it. */
export const copiesQuery = (id: string) =>
  queryOptions({
    queryKey: copiesKey(id),
    queryFn: ({ signal }) => call(listCopies, { params: { ticketId: id as TicketId }, query: {} }, { signal }),
  })

/** Memory of a ticket's customer; it hardly changes while a member answers. */
export const memoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['tickets', 'memory', id],
    queryFn: async ({ signal }) =>
      (await call(getTicketMemory, { params: { ticketId: id as TicketId } }, { signal })).memory,
    staleTime: 60_000,
  })

/** The team, for assignment. */
/** The teams, for assignment and filter. */
export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => (await call(listTeams, {}, { signal })).items,
  staleTime: 300_000,
})

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => (await call(listMembers, {}, { signal })).items,
  staleTime: 300_000,
})
