import { queryOptions } from '@tanstack/react-query'
import { listTicketFields } from '#contracts/ticket/ticket-field.ts'
import { call } from '#web/lib/call.ts'

/** The fields that the business adds to its tickets, in their order, the archived ones last. */
export const ticketFieldsQuery = queryOptions({
  queryKey: ['ticket-fields'],
  queryFn: ({ signal }) => call(listTicketFields, {}, { signal }),
  staleTime: 300_000,
})
