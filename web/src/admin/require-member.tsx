import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { SessionView } from '#contracts/identity/session.ts'
import { LoadingScreen } from '#web/brand/loading.tsx'
import { lastPortalAddress } from '#web/lib/last-portal.ts'
import { MembershipEnded, SupportEnded, SystemError } from './full-pages.tsx'
import { sessionQuery, signInAddress } from './session.ts'

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
  const ended = data.endedMembership
  if (ended?.reason === 'support_ended') return <SupportEnded name={ended.name} tenants={data.tenants} />
  if (ended && data.user?.role === 'customer') return <MembershipEnded name={ended.name} reason={ended.reason} />
  return children
}

/** Where somebody belongs who is no member of a business; null where the desk is the place. */
function pageElsewhere({ user, endedMembership }: SessionView): string | null {
  if (user === null) return signInAddress()
  if (user.needsOnboarding && user.role !== 'super-admin') return '/onboarding/monthly'
  return user.role === 'customer' && !endedMembership ? lastPortalAddress() : null
}
