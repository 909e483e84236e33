import type { PortalView } from '#contracts/tenant/portal.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { CallError, call } from '#web/lib/call.ts'

/** Why there is no portal. `unavailable`: it could not be read; trying again may help. */
export type Problem = 'missing_tenant' | 'not_found' | 'suspended' | 'unavailable'

/** The page's initial data: the business, and where to sign in if not here; or why there is none. The server writes it into the page (`portal-frame.ts`). */
export type InitialData = { portal: PortalView; accountsAt?: string } | { problem: Problem; name?: string }

/** The initial data in the page; null where there is none (the development server). */
export function readInitialData(): InitialData | null {
  const text = document.getElementById('initial-data')?.textContent
  return text ? (JSON.parse(text) as InitialData) : null
}

/** Loads the business of this address from the server, for Retry and for pages without initial data. */
export async function loadInitialData(): Promise<InitialData> {
  const slug = new URLSearchParams(location.search).get('tenant')
  if (!slug) return { problem: 'missing_tenant' }
  try {
    const portal = await call(getPortal, { params: { slug } })
    return portal.status === 'ACTIVE' ? { portal } : { problem: 'suspended', name: portal.name }
  } catch (error) {
    return { problem: error instanceof CallError && error.code === 'not_found' ? 'not_found' : 'unavailable' }
  }
}
