import { queryOptions } from '@tanstack/react-query'
import { listMacros } from '#contracts/ticket/macro.ts'
import { call } from '#web/lib/call.ts'

/** The macros that the member can use, by name. */
export const macrosQuery = queryOptions({
  queryKey: ['macros'],
  queryFn: async ({ signal }) => (await call(listMacros, {}, { signal })).items,
  staleTime: 60_000,
})
