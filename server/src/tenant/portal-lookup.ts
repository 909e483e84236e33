import type { FastifyRequest } from 'fastify'
import { notFound } from '#server/platform/errors.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import type { ServedHost } from '#server/platform/route/served-host.ts'
import type { PortalHost } from './portal-address/portal-url.ts'
import { portalCaches } from './portal-cache.ts'
import { findPortalByDomain, findPortalRow } from './queries.ts'

/** A letter or digit at both ends, hyphens between. Any other text is rejected without a read. */
export const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/

const HOST = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** `slugs`: the present address first, then the earlier ones. */
export type Portal = { tenant: Tenant; status: 'ACTIVE' | 'SUSPENDED'; slugs: readonly [string, ...string[]] }

/** The portal of a slug, its present or an earlier one, with its status; null when there is none. */
export async function findPortal(platform: Platform, slug: string): Promise<Portal | null> {
  const name = slug.toLowerCase()
  if (!SLUG.test(name)) return null
  const found = await platform.state(portalCaches).portals.get(name, async () => {
    const row = await findPortalRow(platform, name)
    return row ? { tenantId: row.tenant_id, status: row.status, slugs: [row.slug, ...row.former_slugs] } : null
  })
  return found && { tenant: tenantOf(platform, found.tenantId), status: found.status, slugs: found.slugs }
}

/** An active portal. Throws not_found for an unknown and for a suspended one. */
export async function getActivePortal(platform: Platform, slug: string): Promise<Portal> {
  const portal = await findPortal(platform, slug)
  if (portal?.status !== 'ACTIVE') throw notFound('portal')
  return portal
}

/** Removes a portal from this node's cache at once, for the request that changed it; the other nodes hear of it. */
export const invalidatePortal = (platform: Platform, slug: string): void =>
  platform.state(portalCaches).portals.invalidate(slug)

/** The same for a host name. */
export const invalidateHost = (platform: Platform, host: string): void =>
  platform.state(portalCaches).hosts.invalidate(host)

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
  const host = plainHost(from.host)
  if (baseDomain && host.endsWith(`.${baseDomain}`)) {
    const label = host.slice(0, -baseDomain.length - 1)
    if (SLUG.test(label)) return label
  }
  return (await slugOfDomain(platform, host)) ?? defaultTenant
}

/** At which of a portal's addresses a request arrived. */
export function portalHostOf({ config }: Platform, { servedHost: { kind }, hostname }: FastifyRequest): PortalHost {
  if (kind === 'portal') return 'own_domain'
  return config.baseDomain && plainHost(hostname).endsWith(`.${config.baseDomain}`) ? 'subdomain' : 'platform'
}

/** A host name without port and final dot, in lower case. */
const plainHost = (host: string): string => host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')

/** The slug of the business whose proved domain this is; null for the platform's own names and for unknown ones. */
export async function slugOfDomain(platform: Platform, host: string): Promise<string | null> {
  if (isOwnHost(platform, host)) return null
  const found = await platform.state(portalCaches).hosts.get(host, async () => {
    const row = await findPortalByDomain(platform, host)
    return row ? { tenantId: row.tenant_id, slug: row.slug } : null
  })
  return found?.slug ?? null
}

/**
 * Whether a host is the platform's: the one of BASE_URL, BASE_DOMAIN or a name directly under it. An address and a name without a dot
 * are too, since they lead to this machine only inside the operator's network.
 */
export function isOwnHost({ config, baseUrl }: Platform, host: string): boolean {
  const { baseDomain } = config
  const isUnder = baseDomain !== null && (host === baseDomain || host.endsWith(`.${baseDomain}`))
  return isUnder || host === new URL(baseUrl).hostname || !HOST.test(host)
}

/**
 * Whom a request's host name addresses. Where BASE_URL names no public host (on a developer's machine), every unknown name is the
 * platform's.
 */
export async function servedHost(platform: Platform, given: string): Promise<ServedHost> {
  const host = plainHost(given)
  if (isOwnHost(platform, host)) return { kind: 'platform' }
  const slug = await slugOfDomain(platform, host)
  const portal = slug && (await findPortal(platform, slug))
  if (portal) return { kind: 'portal', slugs: portal.slugs }
  return { kind: HOST.test(new URL(platform.baseUrl).hostname) ? 'unknown' : 'platform' }
}

/** Whether a certificate may be issued for a host name: one of the platform's own, of a portal under BASE_DOMAIN, or a proved domain. */
export async function mayServeTls(platform: Platform, given: string): Promise<boolean> {
  const host = plainHost(given)
  if (!HOST.test(host)) return false
  const { baseDomain } = platform.config
  if (host === baseDomain || host === new URL(platform.baseUrl).hostname) return true
  if (baseDomain && host.endsWith(`.${baseDomain}`))
    return (await findPortal(platform, host.slice(0, -baseDomain.length - 1))) !== null
  return (await slugOfDomain(platform, host)) !== null
}
