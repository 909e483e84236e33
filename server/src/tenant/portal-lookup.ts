import type { TenantId } from '#contracts/ids.ts'
import type { Clock } from '#server/platform/clock.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'
import { findPortalRow, findSlugByDomain } from './queries.ts'

/** A letter or digit at both ends, hyphens between; what is shaped otherwise is no business and costs no look-up. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** How long a link's business is believed without asking again; so long a suspension may take to reach every node. */
const CACHE_MS = 5000
const CACHE_SIZE = 5000

export type Portal = { tenant: Tenant; status: 'ACTIVE' | 'SUSPENDED' }

type CachedPortal = { id: TenantId; status: Portal['status'] } | null
type PortalCache = { portals: Cache<CachedPortal>; hosts: Cache<string | null> }

const portalCache = processState(
  'portal look-ups',
  ({ clock }): PortalCache => ({ portals: createCache(clock), hosts: createCache(clock) }),
)

/** The business a portal link names, or null. Active or not: the page says which. */
export async function findPortal(platform: Platform, slug: string): Promise<Portal | null> {
  const name = slug.toLowerCase()
  if (!SLUG.test(name)) return null
  const found = await platform.state(portalCache).portals.get(name, async () => {
    const row = await findPortalRow(platform, name)
    return row ? { id: row.tenant_id as TenantId, status: row.status } : null
  })
  return found && { tenant: tenantOf(platform, found.id), status: found.status }
}

/** The business of a portal that is to be used, not just looked at: a suspended one answers like none. */
export async function getActivePortal(platform: Platform, slug: string): Promise<Tenant> {
  const portal = await findPortal(platform, slug)
  if (portal?.status !== 'ACTIVE') throw notFound('portal')
  return portal.tenant
}

/** Makes the next look at this link ask the database. */
export const invalidatePortal = (platform: Platform, slug: string): void =>
  platform.state(portalCache).portals.forget(slug)

/**
 * Which business a page is about (R26): the link's `tenant` parameter, else the host name (`{tenant}.{BASE_DOMAIN}` or the
 * business's own domain), else DEFAULT_TENANT. Null when none of them says; whether that business exists is not asked here.
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

type Cache<T> = { get(key: string, read: () => Promise<T>): Promise<T>; forget(key: string): void }

/** Answers of a moment ago, also that there is none; many that ask at once share one look-up, and failures are not kept. */
function createCache<T>(clock: Clock): Cache<T> {
  const kept = new Map<string, { until: number; answer: Promise<T> }>()
  return {
    get(key, read) {
      const now = clock.now().getTime()
      const known = kept.get(key)
      // A clock put back (a test's, or a machine's) must not make an answer last longer.
      if (known && now < known.until && known.until <= now + CACHE_MS) return known.answer
      const answer = read()
      kept.delete(key)
      kept.set(key, { until: now + CACHE_MS, answer })
      if (kept.size > CACHE_SIZE) kept.delete(kept.keys().next().value ?? key)
      answer.catch(() => kept.delete(key))
      return answer
    },
    forget: (key) => void kept.delete(key),
  }
}
