import { queryOptions } from '@tanstack/react-query'
import { getApiSettings } from '#contracts/provider/api-settings.ts'
import { CallError, call } from '#web/lib/call.ts'

/** Keys (masked), models, order, budgets and today's cost. */
export const settingsQuery = queryOptions({
  queryKey: ['api-settings'],
  queryFn: ({ signal }) => call(getApiSettings, {}, { signal }),
  retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.code === 'forbidden'),
})
