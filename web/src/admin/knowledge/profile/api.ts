import { queryOptions } from '@tanstack/react-query'
import type { getProfile as GetProfile, saveProfile as SaveProfile } from '#contracts/knowledge/profile.ts'
import { call, remote } from '#web/lib/call.ts'

const getProfile = remote<typeof GetProfile>('GET', '/api/knowledge/profile')
export const saveProfile = remote<typeof SaveProfile>('PUT', '/api/knowledge/profile')

/** The business profile, empty before the first save. */
export const profileQuery = queryOptions({
  queryKey: ['knowledge', 'profile'],
  queryFn: ({ signal }) => call(getProfile, {}, { signal }),
})
