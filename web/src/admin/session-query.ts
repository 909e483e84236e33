import { queryOptions } from '@tanstack/react-query'
import { getSession } from '#contracts/identity/session.ts'
import { CallError, call } from '#web/lib/call.ts'

/** Who is signed in. A failed read is retried once: after 2 s when the service is unavailable, else after 1.5 s. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => call(getSession),
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
  retryDelay: (_, error) => (error instanceof CallError && error.code === 'unavailable' ? 2000 : 1500),
})
