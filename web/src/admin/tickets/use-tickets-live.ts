import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TicketId } from '#contracts/ids.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { getTicket } from '#contracts/ticket/ticket.ts'
import { useDeskEvents } from '#web/admin/desk-events.ts'
import { useMember } from '#web/admin/session.ts'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import { call } from '#web/lib/call.ts'
import { applyDeskEvent, type Outdated } from './apply-desk-event.ts'
import { type ListFilter, matchesFilter } from './filter.ts'
import { briefKey, listKey, listsKey, PAGE, reload, ticketKey, ticketsKey } from './queries.ts'
import { changeRow, type Rows, rowOf } from './rows.ts'

/** Several events within this time (a busy chat, a bulk change) lead to one read. */
const BATCH_MS = 200
/** With more changed rows than this below the first page, all shown pages are read again instead of each row. */
const MANY = 10

type Due = { list: boolean; all: boolean; tickets: Set<string> }
const nothing = (): Due => ({ list: false, all: false, tickets: new Set() })

/** Updates list, open ticket and counters by live events while the section is open. */
export function useTicketsLive(filter: ListFilter): void {
  const client = useQueryClient()
  const me = useMember().user.id
  const due = useRef(nothing())
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const current = useRef(filter)
  useEffect(() => {
    current.current = filter
  }, [filter])
  const readOutdated = () => {
    timer.current = null
    const now = due.current
    due.current = nothing()
    void readAgain(client, now, current.current, me).catch(() => undefined)
  }
  useDeskEvents((event) => {
    const again: Outdated = applyDeskEvent(client, event)
    if (event.type === 'ticket.fields_changed') void client.invalidateQueries({ queryKey: ['ticket-fields'] })
    due.current.list ||= again.list ?? false
    due.current.all ||= again.all ?? false
    if (again.ticketId) due.current.tickets.add(again.ticketId)
    if (again.list || again.all || again.ticketId) timer.current ??= setTimeout(readOutdated, BATCH_MS)
  })
  useEffect(
    () => () => {
      if (timer.current) clearTimeout(timer.current)
      // Pending reads of a closed section are made when it opens again.
      if (timer.current) void client.invalidateQueries({ queryKey: ['tickets'], refetchType: 'none' })
    },
    [client],
  )
}

async function readAgain(client: QueryClient, due: Due, filter: ListFilter, me: string): Promise<void> {
  if (due.all) {
    await Promise.all([
      client.invalidateQueries({ queryKey: ticketsKey }),
      client.invalidateQueries({ queryKey: ['tickets', 'brief'] }),
      client.invalidateQueries({ queryKey: countersQuery.queryKey }),
      reload(client, filter),
    ])
    return
  }
  const rows = client.getQueryData<Rows>(listKey(filter))?.rows ?? []
  const below = due.list ? [...due.tickets].filter((id) => rows.findIndex((row) => row.id === id) >= PAGE) : []
  await Promise.all([
    ...[...due.tickets].flatMap((id) => [
      client.invalidateQueries({ queryKey: ticketKey(id) }),
      client.invalidateQueries({ queryKey: briefKey(id) }),
    ]),
    due.list ? client.invalidateQueries({ queryKey: listsKey }) : null,
    below.length > MANY ? reload(client, filter) : null,
    ...(below.length > MANY ? [] : below.map((id) => readRow(client, id, filter, me))),
  ])
}

/** Updates or removes a row below the first page, by reading its ticket. */
async function readRow(client: QueryClient, id: string, filter: ListFilter, me: string): Promise<void> {
  const detail: TicketDetailView = await call(getTicket, { params: { ticketId: id as TicketId } })
  client.setQueryData<Rows>(
    listKey(filter),
    (rows) =>
      rows &&
      changeRow(rows, id, (row) => {
        const next = rowOf(detail.ticket, row.isUnread)
        // The row has moved up: the first page contains it.
        if (next.lastMessageAt !== row.lastMessageAt) return null
        return matchesFilter(filter, next, me) ? next : null
      }),
  )
}
