import type { TenantId } from '#contracts/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import { processState } from '#server/platform/process-state.ts'

/** How long a look-up is cached where nothing announces a change: a name that led nowhere became the one of a new business. */
const CACHE_MS = 5000
const CACHE_SIZE = 5000

export type CachedPortal = {
  tenantId: TenantId
  status: 'ACTIVE' | 'SUSPENDED'
  slugs: readonly [string, ...string[]]
}
export type CachedHost = { tenantId: TenantId; slug: string }

/**
 * The look-ups of portals and host names. Every node hears with the commit (live events) that a business changed its addresses, was
 * suspended or was deleted, and looks up what it knew of that business anew.
 */
export const portalCaches = processState('portal look-ups', ({ clock, live }) => {
  const portals = createCache<CachedPortal>(clock)
  const hosts = createCache<CachedHost>(clock)
  const forget = (tenantId?: TenantId) => {
    portals.forget(tenantId)
    hosts.forget(tenantId)
  }
  live.onDeskEvent((tenantId, event) => {
    if (event.type === 'desk.changed' && event.part === 'settings') forget(tenantId)
  })
  // After a gap in the events everything may have changed.
  live.onRevoked((revoked) => {
    if (revoked === 'everybody') forget()
    else if ('tenantId' in revoked) forget(revoked.tenantId as TenantId)
  })
  return { portals, hosts }
})

type Cache<T> = {
  get(key: string, read: () => Promise<T | null>): Promise<T | null>
  invalidate(key: string): void
  /** Forgets what is known of a business, and the names that led nowhere, since one may be its new one; without a business, everything. */
  forget(tenantId?: TenantId): void
}

/** `found` is missing while the read runs. */
type Entry<T> = { until: number; answer: Promise<T | null>; found?: T | null }

/** Caches results, null too, for CACHE_MS. Concurrent calls for a key share one read; failures are not cached. */
function createCache<T extends { tenantId: TenantId }>(clock: Clock): Cache<T> {
  const entries = new Map<string, Entry<T>>()
  return {
    get(key, read) {
      const now = clock.now().getTime()
      const cached = entries.get(key)
      // After a clock was put back an entry must not last longer than CACHE_MS.
      if (cached && now < cached.until && cached.until <= now + CACHE_MS) return cached.answer
      const entry: Entry<T> = { until: now + CACHE_MS, answer: read() }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > CACHE_SIZE) entries.delete(entries.keys().next().value ?? key)
      entry.answer.then(
        (found) => {
          entry.found = found
        },
        () => entries.delete(key),
      )
      return entry.answer
    },
    invalidate: (key) => void entries.delete(key),
    forget: (tenantId) => {
      for (const [key, { found }] of entries) {
        if (!tenantId || !found || found.tenantId === tenantId) entries.delete(key)
      }
    },
  }
}
