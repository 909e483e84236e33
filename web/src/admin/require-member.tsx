import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { SessionView } from '#contracts/identity/session.ts'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { lastPortalAddress } from '#web/lib/last-portal.ts'
import { keepFor } from '#web/lib/local-storage.ts'
import { SystemError } from './full-pages.tsx'
import { signInAddress } from './session.ts'
import { sessionQuery } from './session-query.ts'

/** Few ever see it: not part of every page of the desk. */
const NoDesk = lazyPart(async () => (await import('./no-desk-pages.tsx')).NoDesk, { waiting: () => <LoadingScreen /> })

/**
 * Renders its children for members only. Leads unauthenticated visitors to the sign-in page, who has no business yet to the onboarding, and customers to
 * the portal; says so where a business is over for its member, and where the session cannot be read.
 */
export function RequireMember({ children }: { children: ReactNode }) {
  const { data, error, refetch } = useQuery(sessionQuery)
  const elsewhere = data && pageElsewhere(data)
  useEffect(() => {
    if (elsewhere) location.replace(elsewhere)
  }, [elsewhere])
  if (error && !data) return <SystemError error={error} onRetry={() => void refetch()} />
  if (!data || elsewhere) return <LoadingScreen />
  const { endedMembership: ended, tenant, tenants, user } = data
  const isOver = ended?.reason === 'support_ended' || (ended && user?.role === 'customer')
  if (isOver || !tenant) return <NoDesk ended={ended} tenants={tenants} />
  if (user) keepFor(user.id, tenant.id)
  return children
}

/** Where somebody belongs who is no member of a business; null where the desk is the place. Signed out, `/` is the landing page. */
function pageElsewhere({ user, tenant, endedMembership, lastPortal }: SessionView): string | null {
  if (user === null) return location.pathname === '/' ? '/' : signInAddress()
  if (user.needsOnboarding && user.role !== 'super-admin') return '/onboarding/monthly'
  if (user.role === 'super-admin' && !tenant && endedMembership?.reason !== 'support_ended') return '/super-admin'
  return user.role === 'customer' && !endedMembership ? lastPortalAddress(lastPortal) : null
}
