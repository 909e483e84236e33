import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { SessionView } from './session.ts'

/** How one can sign in here besides e-mail and password. */
export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/api/session/options',
  summary: 'How one can sign in here',
  tag: 'session',
  access: 'public',
  rate: 'read',
  reply: z.object({
    /** The configured sign-in provider by the name on its button; null without one. */
    provider: z.object({ name: z.string() }).nullable(),
  }),
})

/** Begins a sign-in at the configured provider: the browser goes to `url`, which leads back to the page `/signin/callback`. */
export const beginProviderSignIn = endpoint({
  method: 'POST',
  path: '/api/session/provider',
  summary: 'Begin a sign-in through the configured provider',
  tag: 'session',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({
    portal: z.enum(['business', 'customer']),
    /** Who has no account gets one, without a business yet, and goes on at `next`. */
    isSignUp: z.boolean().default(false),
    /** The page to open afterwards. */
    next: z.string().max(500).optional(),
  }),
  reply: z.object({ url: z.string() }),
})

/**
 * Completes it with what the provider appended to the callback's address. Nobody is signed in where the account wants a code first
 * (`isCodeNeeded`). Without an account of this e-mail only a sign-up makes one; a sign-in is refused (`reason: no_account`).
 */
export const completeProviderSignIn = endpoint({
  method: 'POST',
  path: '/api/session/provider/callback',
  summary: 'Complete a sign-in through the configured provider',
  tag: 'session',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({ code: z.string().min(1).max(2000), state: z.string().min(1).max(200) }),
  reply: SessionView.extend({
    isCodeNeeded: z.boolean(),
    next: z.string().nullable(),
  }),
})
