import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { FeatureAccess } from './branding.ts'
import { CustomDomainView, HostName } from './custom-domain.ts'

/** How many earlier addresses a portal keeps; then it can only return to one of them. */
export const MAX_FORMER_SLUGS = 5

/** A portal address as somebody may choose it. */
export const ChosenSlug = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9](?:[a-z0-9]|-(?!-)){1,48}[a-z0-9]$/, 'error_choose_slug')

export const PortalAddressView = z.object({
  /** Where customers find the portal. */
  url: z.string(),
  slug: z.string(),
  /** Links with these lead to the portal too. */
  formerSlugs: z.array(z.string()),
  /** What stands before the slug in the platform's address. */
  slugPrefix: z.string(),
  domain: CustomDomainView.nullable(),
  /** Whether the plan has a custom domain. */
  customDomain: FeatureAccess,
})
export type PortalAddressView = z.output<typeof PortalAddressView>

const Address = { tag: 'settings', access: 'member', reply: PortalAddressView } as const

export const getPortalAddress = endpoint({
  ...Address,
  method: 'GET',
  path: '/api/settings/portal',
  summary: 'The addresses of the portal',
  rate: 'read',
})

/** Refused with 409 where the address is reserved, or is or looks like another business's. */
export const changeSlug = endpoint({
  ...Address,
  method: 'PUT',
  path: '/api/settings/portal/slug',
  summary: 'Change the address of the portal',
  rate: 'write',
  body: z.strictObject({ address: ChosenSlug }),
})

/** Needs the plan's custom domain. The domain counts once its records prove it; another one that was set stops counting at once. */
export const setCustomDomain = endpoint({
  ...Address,
  method: 'PUT',
  path: '/api/settings/portal/domain',
  summary: 'Set a domain of the business for the portal',
  rate: 'write',
  body: z.strictObject({ host: HostName }),
})

export const removeCustomDomain = endpoint({
  ...Address,
  method: 'DELETE',
  path: '/api/settings/portal/domain',
  summary: 'Remove the domain of the business',
  rate: 'write',
})

/** Looks the records up now. At most once in ten seconds; earlier it is refused with 429. */
export const checkCustomDomain = endpoint({
  ...Address,
  method: 'POST',
  path: '/api/settings/portal/domain/check',
  summary: 'Check the records of the domain',
  rate: 'write',
})

/** For a proxy that gets certificates on demand: 200 for a name that this server answers under, else 404. */
export const isTlsAllowed = endpoint({
  method: 'GET',
  path: '/internal/tls-allowed',
  summary: 'Whether a certificate may be issued for a host name',
  tag: 'portal',
  access: 'public',
  rate: 'read',
  query: z.object({ domain: z.string().min(1).max(253) }),
  reply: z.object({ isAllowed: z.literal(true) }),
})
