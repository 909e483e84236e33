import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { getAlertSummary, listAlerts } from '#contracts/notification/alert.ts'
import { call } from '#web/lib/call.ts'

/** How many alerts are unread, and the newest of them. */
export const summaryQuery = queryOptions({
  queryKey: ['alerts', 'summary'],
  queryFn: ({ signal }) => call(getAlertSummary, {}, { signal }),
})

/** The list of alerts, newest first, page by page. */
export const alertsQuery = infiniteQueryOptions({
  queryKey: ['alerts', 'list'],
  queryFn: ({ pageParam, signal }) => call(listAlerts, { query: pageParam ? { cursor: pageParam } : {} }, { signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
})
