import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { getTicketCounters } from '#contracts/ticket/ticket-counters.ts'
import { call } from '#web/lib/call.ts'
import { useDeskEvents } from './desk-events.ts'

/** How many tickets are in which state, and how many are unread. */
export const countersQuery = queryOptions({
  queryKey: ['tickets', 'counters'],
  queryFn: ({ signal }) => call(getTicketCounters, {}, { signal }),
})

const BATCH_MS = 300

/** Keeps numbers of tickets live: any event that can change them reads them again, at most about three times a second. */
export function useLiveCounts(queryKey: readonly string[]): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useDeskEvents((event) => {
    if (!/^(ticket\.|message\.created|seen|resync)/.test(event.type)) return
    timer.current ??= setTimeout(() => {
      timer.current = null
      void client.invalidateQueries({ queryKey })
    }, BATCH_MS)
  })
}

/** Unread tickets, live. */
export function useUnread(): number {
  useLiveCounts(countersQuery.queryKey)
  return useQuery(countersQuery).data?.unread ?? 0
}
