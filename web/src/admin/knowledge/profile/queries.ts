import { queryOptions } from '@tanstack/react-query'
import { getProfile } from '#contracts/knowledge/profile.ts'
import { call } from '#web/lib/call.ts'

/** The business profile, empty before the first save. */
export const profileQuery = queryOptions({
  queryKey: ['knowledge', 'profile'],
  queryFn: ({ signal }) => call(getProfile, {}, { signal }),
})
