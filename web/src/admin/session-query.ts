import { queryOptions } from '@tanstack/react-query'
import { CallError } from '#web/lib/call.ts'
import { readOwnSession } from '#web/lib/own-session.ts'

/** Who is signed in. A failed read is retried once: after 2 s when the service is unavailable, else after 1.5 s. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: readOwnSession,
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
  retryDelay: (_, error) => (error instanceof CallError && error.code === 'unavailable' ? 2000 : 1500),
})
