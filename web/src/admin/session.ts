import { useSuspenseQuery } from '@tanstack/react-query'
import { type SessionView, switchTenant } from '#contracts/identity/session.ts'
import type { TenantId } from '#contracts/ids.ts'
import { CallError, call } from '#web/lib/call.ts'
import { signOut as signOutHere } from '#web/lib/sign-out.ts'
import { queryClient } from '#web/ui/provider.tsx'
import { sessionQuery } from './session-query.ts'

/** Someone who is signed in. */
export type Member = NonNullable<SessionView['user']>

/** The signed-in member and their business; only inside `RequireMember`, which has checked both. */
export function useMember(): { user: Member; tenant: SessionView['tenant']; tenants: SessionView['tenants'] } {
  const { user, tenant, tenants } = useSuspenseQuery(sessionQuery).data
  if (!user) throw new CallError('unauthenticated', '')
  return { user, tenant, tenants }
}

/** Address of the sign-in page that leads back to the current one. */
export function signInAddress(): string {
  return `/signin?next=${encodeURIComponent(location.pathname + location.search)}`
}

/** What is sent before the session ends or changes: afterwards it would be refused. */
export const beforeLeaving = new Set<() => Promise<unknown>>()

const sendWhatIsLeft = () => Promise.all([...beforeLeaving].map((send) => send()))

/** Works for another business of the person. Everything shown belongs to the one before, so that the page loads anew; other open pages too. */
export async function switchToTenant(tenantId: TenantId): Promise<void> {
  await sendWhatIsLeft()
  await call(switchTenant, { body: { tenantId } })
  queryClient.clear()
  localStorage.setItem(SWITCHED, String(Date.now()))
  location.assign('/admin')
}

/** Set when another page of this browser switched the business: what this one shows is of the business before. */
const SWITCHED = 'segue-switched-at'

export function reloadWhenSwitched(): void {
  addEventListener('storage', ({ key }) => key === SWITCHED && location.reload())
}

/** Signs out and leaves the desk. */
export async function signOut(): Promise<void> {
  await sendWhatIsLeft()
  await signOutHere()
  leaveDesk()
}

/** Leaves the desk, also when another page of this browser signed out. */
export function leaveDesk(): void {
  queryClient.clear()
  location.assign('/')
}
