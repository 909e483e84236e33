import { getPortal } from '#contracts/tenant/portal.ts'
import { CallError, call } from '#web/lib/call.ts'
import type { InitialData } from './initial-data.ts'

/** Loads the business of this address from the server, for Retry and for pages without initial data. */
export async function loadInitialData(): Promise<InitialData> {
  const inPath = /^\/help\/([^/]+)/.exec(location.pathname)?.[1]
  const slug = inPath ?? new URLSearchParams(location.search).get('tenant')
  if (!slug) return { problem: 'missing_tenant' }
  try {
    const portal = await call(getPortal, { params: { slug } })
    return portal.status === 'ACTIVE' ? { portal } : { problem: 'suspended', name: portal.name }
  } catch (error) {
    return { problem: error instanceof CallError && error.code === 'not_found' ? 'not_found' : 'unavailable' }
  }
}
