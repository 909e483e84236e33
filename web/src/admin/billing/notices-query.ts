import { queryOptions } from '@tanstack/react-query'
import { listBillingNotices } from '#contracts/billing/billing.ts'
import { call } from '#web/lib/call.ts'

const NOTICES_MS = 5 * 60_000

/** What the desk tells of the plan. */
export const noticesQuery = queryOptions({
  queryKey: ['billing', 'notices'],
  queryFn: ({ signal }) => call(listBillingNotices, {}, { signal }),
  refetchInterval: NOTICES_MS,
})
