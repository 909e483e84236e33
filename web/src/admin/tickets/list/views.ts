import { queryOptions } from '@tanstack/react-query'
import { listSavedViews, type SavedView } from '#contracts/ticket/saved-view.ts'
import { isSameFilter, type ListFilter } from '#web/admin/tickets/filter.ts'
import { call } from '#web/lib/call.ts'

/** The saved views with the number of their tickets. */
export const viewsQuery = queryOptions({
  queryKey: ['ticket-views'],
  queryFn: ({ signal }) => call(listSavedViews, {}, { signal }),
})

/** The view whose filter the list has now. */
export const viewOf = (views: readonly SavedView[], filter: ListFilter): SavedView | undefined =>
  views.find((view) => isSameFilter(view.filter, filter))
