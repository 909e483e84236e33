import { queryOptions } from '@tanstack/react-query'
import { getSettings } from '#contracts/tenant/settings.ts'
import { CallError, call } from '#web/lib/call.ts'

/** The business's settings, with their version. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(getSettings, {}, { signal }),
  retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.code === 'forbidden'),
})
