import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { SessionView } from './session.ts'

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens are ignored. */
const Code = z.string().trim().min(1, 'error_enter_code').max(40)
const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

/** Makes a new key for the authenticator app; two-factor is on only after `enableTwoFactor`. Wants a fresh sign-in. */
export const setUpTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/setup',
  summary: 'Begin to set up two-factor sign-in',
  tag: 'account',
  access: 'account',
  rate: 'write',
  reply: z.object({
    /** For typing where no camera is. */
    key: z.string(),
    /** The same as an address that authenticator apps open. */
    address: z.string(),
    /** The address as a QR code: a `data:` address of an SVG picture. */
    qrCode: z.string(),
  }),
})

/** Switches two-factor on with a code of the app, and gives the recovery codes, which are shown this once. */
export const enableTwoFactor = endpoint({
  method: 'POST',
  path: '/api/account/two-factor',
  summary: 'Switch two-factor sign-in on',
  tag: 'account',
  access: 'account',
  rate: 'signin',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodes,
})

/** Switches it off; the app's key and the recovery codes are worth nothing then. Wants a fresh sign-in. */
export const disableTwoFactor = endpoint({
  method: 'DELETE',
  path: '/api/account/two-factor',
  summary: 'Switch two-factor sign-in off',
  tag: 'account',
  access: 'account',
  rate: 'write',
  reply: z.object({ isDone: z.literal(true) }),
})

/** New recovery codes in place of the old ones, by a code of the app. */
export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/account/two-factor/recovery-codes',
  summary: 'Make new recovery codes',
  tag: 'account',
  access: 'account',
  rate: 'signin',
  body: z.strictObject({ code: Code }),
  reply: RecoveryCodes,
})

/**
 * The second step of a sign-in: a code of the app, or a recovery code. `reason: wrong_code` for a wrong one, `reason: step_over` when the
 * sign-in must begin again with the password.
 */
export const signInWithCode = endpoint({
  method: 'POST',
  path: '/api/session/code',
  summary: 'Sign in with a code, after the password',
  tag: 'session',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({ code: Code }),
  reply: SessionView,
})
