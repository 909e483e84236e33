import { queryOptions } from '@tanstack/react-query'
import { getBilling, listInvoices } from '#contracts/billing/billing.ts'
import { CallError, call } from '#web/lib/call.ts'

const isForbidden = (error: unknown) => error instanceof CallError && error.code === 'forbidden'

/** The plan and its use. */
export const billingQuery = queryOptions({
  queryKey: ['billing'],
  queryFn: ({ signal }) => call(getBilling, {}, { signal }),
  retry: (failures, error) => failures < 2 && !isForbidden(error),
})

export const invoicesQuery = queryOptions({
  queryKey: ['billing', 'invoices'],
  queryFn: ({ signal }) => call(listInvoices, {}, { signal }),
})
