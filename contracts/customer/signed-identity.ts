import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'

/**
 * The business's server says who the guest is, by a JWT signed with the widget secret (HS256; `sub`, `jti`, `iat`, `exp`, `aud`, and `name`
 * and `email` where known). Forbidden with reason `identity_refused`, `identity_expired`, `identity_claims` or `identity_used`; conflict
 * (reason `other_identity`) where the guest is somebody else already.
 */
export const identifyGuest = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/identity',
  summary: 'Identify the guest by a signed token',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: PortalParams,
  body: z.strictObject({ identityToken: z.string().min(1).max(4096) }),
  /** As the token has them, for forms that ask who writes. */
  reply: z.object({ name: z.string().nullable(), email: z.string().nullable() }),
})
