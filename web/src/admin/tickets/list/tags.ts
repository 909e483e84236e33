import { queryOptions } from '@tanstack/react-query'
import { listTags } from '#contracts/ticket/tag.ts'
import { call } from '#web/lib/call.ts'

/** The tags of tickets with their number of tickets, those of the most first. */
export const tagsQuery = queryOptions({
  queryKey: ['ticket-tags'],
  queryFn: ({ signal }) => call(listTags, {}, { signal }),
  staleTime: 60_000,
})
