import type { TenantId } from '#contracts/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { findPortalRow, findSlugByDomain } from './queries.ts'

/** A letter or digit at both ends, hyphens between. Any other text is rejected without a read. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** How long a portal is cached. A suspension takes effect on every node at once, or after this time where a node missed it. */
const CACHE_MS = 5000
const CACHE_SIZE = 5000

export type Portal = { tenant: Tenant; status: 'ACTIVE' | 'SUSPENDED' }

type CachedPortal = { id: TenantId; status: Portal['status'] } | null
type PortalCache = { portals: Cache<CachedPortal>; hosts: Cache<string | null> }

const portalCache = processState('portal look-ups', ({ clock, live }): PortalCache => {
  const portals = createCache<CachedPortal>(clock)
  live.onRevoked((revoked) => {
    if (revoked === 'everybody' || 'tenantId' in revoked) portals.clear()
  })
  return { portals, hosts: createCache(clock) }
})

/** The portal of a slug with its status, active or suspended; null when there is none. */
export async function findPortal(platform: Platform, slug: string): Promise<Portal | null> {
  const name = slug.toLowerCase()
  if (!SLUG.test(name)) return null
  const found = await platform.state(portalCache).portals.get(name, async () => {
    const row = await findPortalRow(platform, name)
    return row ? { id: row.tenant_id as TenantId, status: row.status } : null
  })
  return found && { tenant: tenantOf(platform, found.id), status: found.status }
}

/** The tenant of an active portal. Throws not_found for an unknown and for a suspended one. */
export async function getActivePortal(platform: Platform, slug: string): Promise<Tenant> {
  const portal = await findPortal(platform, slug)
  if (portal?.status !== 'ACTIVE') throw notFound('portal')
  return portal.tenant
}

/** Removes a portal from this node's cache. */
export const invalidatePortal = (platform: Platform, slug: string): void =>
  platform.state(portalCache).portals.invalidate(slug)

/**
 * The slug a page is about: from the link's `tenant` parameter, otherwise the host name (`{tenant}.{BASE_DOMAIN}` or the
 * business's own domain), otherwise DEFAULT_TENANT; null without any. Does not check that the business exists.
 */
export async function portalSlugOf(
  platform: Platform,
  from: { query?: string | undefined; host: string },
): Promise<string | null> {
  if (from.query) return from.query.toLowerCase()
  const { baseDomain, defaultTenant } = platform.config
  const host = from.host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
  if (baseDomain && host.endsWith(`.${baseDomain}`)) {
    const label = host.slice(0, -baseDomain.length - 1)
    if (SLUG.test(label)) return label
  }
  const isOwnHost = host === baseDomain || host === new URL(platform.baseUrl).hostname
  const byDomain = isOwnHost || !HOST.test(host) ? null : await slugOfDomain(platform, host)
  return byDomain ?? defaultTenant
}

const slugOfDomain = (platform: Platform, host: string) =>
  platform.state(portalCache).hosts.get(host, async () => (await findSlugByDomain(platform, host)) ?? null)

type Cache<T> = { get(key: string, read: () => Promise<T>): Promise<T>; invalidate(key: string): void; clear(): void }

/** Caches results, null too, for CACHE_MS. Concurrent calls for a key share one read; failures are not cached. */
function createCache<T>(clock: Clock): Cache<T> {
  const entries = new Map<string, { until: number; answer: Promise<T> }>()
  return {
    get(key, read) {
      const now = clock.now().getTime()
      const cached = entries.get(key)
      // After a clock was put back an entry must not last longer than CACHE_MS.
      if (cached && now < cached.until && cached.until <= now + CACHE_MS) return cached.answer
      const answer = read()
      entries.delete(key)
      entries.set(key, { until: now + CACHE_MS, answer })
      if (entries.size > CACHE_SIZE) entries.delete(entries.keys().next().value ?? key)
      answer.catch(() => entries.delete(key))
      return answer
    },
    invalidate: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
}
