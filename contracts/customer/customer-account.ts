import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, line } from '#contracts/fields.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'

const Account = { tag: 'portal', access: 'guest', rate: 'guestWrite', params: PortalParams } as const

/** Mails a code of six digits. The reply is the same for every address. */
export const requestCustomerCode = endpoint({
  ...Account,
  method: 'POST',
  path: '/api/portal/:slug/account/code',
  summary: 'Mail a code to sign in with',
  body: z.strictObject({ email: Email }),
  reply: z.object({ sent: z.literal(true) }),
})

/**
 * Signs in, or up, by the code of a mail. `name` and `password` are for a new account; without a password it signs in by codes.
 * A wrong code is `unauthenticated` (reason `wrong_code`); a code allows five guesses.
 */
export const signInWithCustomerCode = endpoint({
  ...Account,
  method: 'POST',
  path: '/api/portal/:slug/account/session',
  summary: 'Sign in by a mailed code',
  body: z.strictObject({
    email: Email,
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'error_customer_code_format'),
    name: line(120).default(''),
    password: z.string().min(1, 'error_enter_password').max(200).nullable().default(null),
  }),
  reply: z.object({ signedIn: z.literal(true) }),
})

/** The account that is signed in in this browser enters this business: its requests here are shown, and the guest's become its own. */
export const enterPortal = endpoint({
  ...Account,
  method: 'POST',
  path: '/api/portal/:slug/account',
  summary: 'Enter a portal with the signed-in account',
  reply: z.object({ entered: z.literal(true) }),
})
