import type { PortalView } from '#contracts/tenant/portal.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { CallError, call } from '#web/lib/call.ts'

/** Why there is no portal. `unavailable`: it could not be read; trying again may help. */
export type Problem = 'missing_tenant' | 'not_found' | 'suspended' | 'unavailable'

/** Start value of the page: the business, or why there is none. The server writes it into the page (`portal-frame.ts`). */
export type Boot = { portal: PortalView } | { problem: Problem; name?: string }

/** The start value in the page; null where there is none (the development server). */
export function readBoot(): Boot | null {
  const text = document.getElementById('boot')?.textContent
  return text ? (JSON.parse(text) as Boot) : null
}

/** Asks the server for the business of this address, for Retry and for pages without a boot value. */
export async function loadBoot(): Promise<Boot> {
  const slug = new URLSearchParams(location.search).get('tenant')
  if (!slug) return { problem: 'missing_tenant' }
  try {
    const portal = await call(getPortal, { params: { slug } })
    return portal.status === 'ACTIVE' ? { portal } : { problem: 'suspended', name: portal.name }
  } catch (error) {
    return { problem: error instanceof CallError && error.code === 'not_found' ? 'not_found' : 'unavailable' }
  }
}
