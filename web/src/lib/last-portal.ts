const KEY = 'segue_last_portal'

/** Stores which business's portal was visited, for a customer who signs in at the sign-in page. */
export function rememberPortal(slug: string): void {
  try {
    localStorage.setItem(KEY, slug)
  } catch {
    // Without storage a sign-in leads to where the person was a customer last.
  }
}

/**
 * The address of the portal visited last in this browser; without one that of `elsewhere`, where the person was a customer last, else of the
 * default portal.
 */
export function lastPortalAddress(elsewhere: string | null): string {
  let slug: string | null = null
  try {
    slug = localStorage.getItem(KEY)
  } catch {
    // As above.
  }
  slug ??= elsewhere
  return slug ? `/customer?tenant=${encodeURIComponent(slug)}` : '/customer'
}
