import { queryOptions } from '@tanstack/react-query'
import { getChecklist } from '#contracts/signup/checklist.ts'
import { call } from '#web/lib/call.ts'

/** Read again when the window gets the focus: the first chat is answered elsewhere. */
export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: ({ signal }) => call(getChecklist, {}, { signal }),
  refetchOnWindowFocus: true,
  refetchInterval: 15_000,
})
