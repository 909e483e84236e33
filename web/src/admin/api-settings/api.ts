import { queryOptions } from '@tanstack/react-query'
import type {
  getApiSettings as GetApiSettings,
  saveApiSettings as SaveApiSettings,
  testProvider as TestProvider,
} from '#contracts/provider/api-settings.ts'
import { CallError, call, remote } from '#web/lib/call.ts'

const getApiSettings = remote<typeof GetApiSettings>('GET', '/api/providers')
export const saveApiSettings = remote<typeof SaveApiSettings>('PUT', '/api/providers')
export const testProvider = remote<typeof TestProvider>('POST', '/api/providers/test')

/** Keys (masked), models, order, budgets and what today has cost. */
export const settingsQuery = queryOptions({
  queryKey: ['api-settings'],
  queryFn: ({ signal }) => call(getApiSettings, {}, { signal }),
  retry: (failures, error) => failures < 2 && !(error instanceof CallError && error.code === 'forbidden'),
})
