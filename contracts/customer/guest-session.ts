import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { ColorScheme } from '#contracts/identity/appearance.ts'
import { GuestId } from '#contracts/ids.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'

/** An account as its owner sees it in the portal. */
export const PortalAccount = z.object({ name: z.string(), email: z.string() })
export type PortalAccount = z.output<typeof PortalAccount>

/** The account that is signed in at a business, with what its owner chose there for all devices; null: each device its own. */
export const SignedInAccount = PortalAccount.extend({ timezone: z.string().nullable(), theme: ColorScheme.nullable() })
export type SignedInAccount = z.output<typeof SignedInAccount>

/**
 * Begins or resumes a guest session. The cookie is always set; `bearer: true` also returns the token where that cookie did not
 * arrive with the request: for frames on other sites where cookies are blocked.
 */
export const startGuestSession = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/guest',
  summary: 'Begin or resume a guest session',
  tag: 'portal',
  access: 'public',
  rate: 'guestStart',
  params: PortalParams,
  body: z.strictObject({
    bearer: z.boolean().default(false),
    /** The page that the visitor came from, as the browser names it; of a new session its origin and path are kept. */
    from: z.string().max(8000).optional(),
    /** The visitor before has left this browser: a new session in place of theirs. */
    isNew: z.boolean().default(false),
  }),
  reply: z.object({
    guestId: GuestId,
    token: z.string().nullable(),
    isReturning: z.boolean(),
    /** Whether the business's server signed who the guest is (`identifyGuest`). */
    isIdentified: z.boolean(),
    /** The account that is signed in at this business. */
    account: SignedInAccount.nullable(),
    /** The account that is signed in in this browser and has not entered this business. */
    otherAccount: PortalAccount.nullable(),
  }),
})
