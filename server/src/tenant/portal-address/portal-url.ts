import type { Platform } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'

/**
 * The address of a business's portal: under its proved domain, where its guests have their session, else under the platform's.
 * `source` says where the link stands (`utm_source`).
 */
export function portalUrlOf(
  { baseUrl }: Pick<Platform, 'baseUrl'>,
  { slug, customDomain, customDomainState }: Pick<TenantRow, 'slug' | 'customDomain' | 'customDomainState'>,
  { page = 'customer', source }: { page?: 'customer' | 'support'; source?: string } = {},
): string {
  const isOwnDomain = customDomain !== null && customDomainState === 'verified'
  const url = new URL(`/${page}`, isOwnDomain ? `https://${customDomain}` : baseUrl)
  if (!isOwnDomain) url.searchParams.set('tenant', slug)
  if (source) url.searchParams.set('utm_source', source)
  return url.href
}
