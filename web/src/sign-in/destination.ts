import type { SessionView } from '#contracts/identity/session.ts'
import { keepAppearance } from '#web/lib/appearance.ts'
import { lastPortalAddress } from '#web/lib/last-portal.ts'

/** A path of this site, or null: `next` comes from the address, so it may be anything. */
export function sameOriginPath(next: string | null): string | null {
  if (!next?.startsWith('/')) return null
  const url = new URL(next, 'https://own.invalid')
  // `/.//evil.example` is a path here, and would be the address of another site once its dots are resolved.
  if (url.origin !== 'https://own.invalid' || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** The requested page: `next`, or the desk's address, where the server shows the sign-in page instead. */
export function intendedPath(here: { pathname: string; search: string }): string | null {
  const next = new URLSearchParams(here.search).get('next')
  if (next !== null) return next
  return /^\/(admin|dashboard|super-admin|admin-reset)\b/.test(here.pathname) ? here.pathname + here.search : null
}

/**
 * The page after signing in: the requested one, else the desk for members and the portal for customers. Who has no business yet sets one up; the desk
 * says why a business is over.
 */
export function pageAfterSignIn(session: SessionView, next: string | null): string {
  if (session.user?.needsOnboarding && session.user.role !== 'super-admin') {
    const own = sameOriginPath(next)
    return own && /^\/(onboarding\/|verify-email\b)/.test(own) ? own : '/onboarding/monthly'
  }
  if (session.user?.role === 'super-admin' && !session.tenant) return sameOriginPath(next) ?? '/super-admin'
  if (session.user?.role === 'customer' && !session.endedMembership) {
    const own = sameOriginPath(next)
    if (own && /^\/(customer|support|help|invite|verify-email)\b/.test(own)) return own
    return session.tenant
      ? `/customer?tenant=${encodeURIComponent(session.tenant.slug)}`
      : lastPortalAddress(session.lastPortal)
  }
  return sameOriginPath(next) ?? '/admin'
}

/** The page after signing in, to be opened now: the person's colours are kept for its first frame. */
export async function leaveFor(session: SessionView, next: string | null): Promise<string> {
  if (session.user) await keepAppearance(session.user.appearance).catch(() => undefined)
  return pageAfterSignIn(session, next)
}
