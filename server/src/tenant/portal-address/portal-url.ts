import type { Platform } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'

/** Where a portal can be open: at the platform's address, at `{slug}.{BASE_DOMAIN}`, or at the business's own domain. */
export type PortalHost = 'platform' | 'subdomain' | 'own_domain'

type Addresses = Pick<Platform, 'baseUrl'> & { baseDomain?: string | null }
type Portal = Pick<TenantRow, 'slug' | 'customDomain' | 'customDomainState'>

/**
 * The address of a business's portal: under its proved domain, else under the platform's. `source` says where the link stands
 * (`utm_source`). `host` is where a guest has their session, which no other host has: the link leads there while the portal is there.
 */
export function portalUrlOf(
  platform: Addresses,
  portal: Portal,
  {
    page = 'customer',
    source,
    host,
  }: { page?: 'customer' | 'support'; source?: string; host?: PortalHost | null } = {},
): string {
  const own = host === 'platform' ? null : ownOrigin(platform, portal, host)
  const url = new URL(`/${page}`, own ?? platform.baseUrl)
  if (!own) url.searchParams.set('tenant', portal.slug)
  if (source) url.searchParams.set('utm_source', source)
  return url.href
}

/** The address that search engines know a page of the help centre by: under the business's proved domain, else under the platform's. */
export const helpUrlOf = (platform: Addresses, portal: Portal, path: string): string =>
  new URL(path, ownOrigin(platform, portal, null) ?? platform.baseUrl).href

/** The origin that names the business by itself. */
function ownOrigin(
  { baseUrl, baseDomain }: Addresses,
  { slug, customDomain, customDomainState }: Portal,
  host: PortalHost | null | undefined,
): string | null {
  if (host === 'subdomain' && baseDomain) {
    const url = new URL(baseUrl)
    url.hostname = `${slug}.${baseDomain}`
    return url.origin
  }
  return customDomain !== null && customDomainState === 'verified' ? `https://${customDomain}` : null
}
