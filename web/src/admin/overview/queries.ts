import { queryOptions } from '@tanstack/react-query'
import { getOverview, listRecentActivity } from '#contracts/report/overview.ts'
import { getChecklist } from '#contracts/signup/checklist.ts'
import { call } from '#web/lib/call.ts'

/** Read again when the window gets the focus: the first chat is answered elsewhere. */
export const checklistQuery = queryOptions({
  queryKey: ['checklist'],
  queryFn: ({ signal }) => call(getChecklist, {}, { signal }),
  refetchOnWindowFocus: true,
  refetchInterval: 15_000,
})

/** The figures of the six cards. */
export const overviewQuery = queryOptions({
  queryKey: ['overview', 'figures'],
  queryFn: ({ signal }) => call(getOverview, {}, { signal }),
})

/** The newest entries of the activity log. */
export const activityQuery = queryOptions({
  queryKey: ['overview', 'activity'],
  queryFn: async ({ signal }) => (await call(listRecentActivity, {}, { signal })).items,
})
