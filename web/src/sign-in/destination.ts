import type { SessionView } from '#contracts/identity/session.ts'

/** A path of this site, or null: `next` comes from the address, so it may be anything. */
export function sameOriginPath(next: string | null): string | null {
  if (!next?.startsWith('/')) return null
  const url = new URL(next, 'https://own.invalid')
  return url.origin === 'https://own.invalid' ? url.pathname + url.search + url.hash : null
}

/** Where the visitor was going: named by `next`, or the desk's own address, where the server shows the sign-in in its place. */
export function intendedPath(here: { pathname: string; search: string }): string | null {
  const next = new URLSearchParams(here.search).get('next')
  if (next !== null) return next
  return /^\/(admin|dashboard|super-admin)\b/.test(here.pathname) ? here.pathname + here.search : null
}

/** Where someone goes after signing in: back to where they came from, else members to the desk, customers to the portal. */
export function pageAfterSignIn(session: SessionView, next: string | null): string {
  if (session.user?.role === 'customer') {
    const own = sameOriginPath(next)
    if (own && /^\/(customer|support|help)\b/.test(own)) return own
    return session.tenant ? `/customer?tenant=${encodeURIComponent(session.tenant.slug)}` : '/customer'
  }
  return sameOriginPath(next) ?? '/admin'
}
