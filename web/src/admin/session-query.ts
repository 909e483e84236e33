import { queryOptions } from '@tanstack/react-query'
import { getSession } from '#contracts/identity/session.ts'
import { showAppearance } from '#web/lib/appearance.ts'
import { CallError, call } from '#web/lib/call.ts'

/** Who is signed in; the page takes on their colours before it is shown. A failed read is retried once: after 2 s when the service is unavailable, else after 1.5 s. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async () => {
    const session = await call(getSession)
    if (session.user) showAppearance(session.user.appearance)
    return session
  },
  staleTime: Number.POSITIVE_INFINITY,
  retry: 1,
  retryDelay: (_, error) => (error instanceof CallError && error.code === 'unavailable' ? 2000 : 1500),
})
