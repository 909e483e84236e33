import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, requiredLine } from '#contracts/fields.ts'
import { SessionId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'

const Password = z.string().min(1, 'error_enter_password').max(200)
/** The token of a link in a mail. */
const LinkToken = z.string().min(1).max(100)
const Done = z.object({ isDone: z.literal(true) })

export const AccountView = z.object({
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  /** Of the mails about the account. */
  language: z.enum(LANGUAGES),
  /** False for an account that signs in through a provider alone. */
  hasPassword: z.boolean(),
  passwordMinLength: z.number(),
  twoFactor: z.object({ since: Instant, recoveryCodesLeft: z.number() }).nullable(),
})
export type AccountView = z.output<typeof AccountView>

export const getAccount = endpoint({
  method: 'GET',
  path: '/api/account',
  summary: 'The own account',
  tag: 'account',
  access: 'account',
  rate: 'read',
  reply: AccountView,
})

/** Changes name or language. The name in every business of the person follows. */
export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/account',
  summary: 'Change the own name or language',
  tag: 'account',
  access: 'account',
  rate: 'write',
  body: z.strictObject({
    name: requiredLine(100, 'error_enter_own_name').optional(),
    language: z.enum(LANGUAGES).optional(),
  }),
  reply: AccountView,
})

/** Changes the password; every other session of the person ends. An account without one gets its first after a fresh sign-in. */
export const changePassword = endpoint({
  method: 'PUT',
  path: '/api/account/password',
  summary: 'Change the own password',
  tag: 'account',
  access: 'account',
  rate: 'signin',
  body: z.strictObject({ currentPassword: Password.optional(), newPassword: Password }),
  reply: Done,
})

/** Mails a link to the new address; the change takes effect when it is opened. Wants a fresh sign-in. */
export const changeEmail = endpoint({
  method: 'POST',
  path: '/api/account/email',
  summary: 'Ask for a change of the own email address',
  tag: 'account',
  access: 'account',
  rate: 'write',
  body: z.strictObject({ email: Email }),
  reply: Done,
})

/** Mails the link that verifies the own address once more. */
export const sendVerificationMail = endpoint({
  method: 'POST',
  path: '/api/account/verification',
  summary: 'Send the verification of the own email address',
  tag: 'account',
  access: 'account',
  rate: 'write',
  reply: Done,
})

/**
 * Redeems a link that verifies or changes an address; the page of the link calls it. `reason: link_used` when it works no more,
 * `sign_in_first` without a session of the link's account.
 */
export const confirmEmailAddress = endpoint({
  method: 'POST',
  path: '/api/account/email-confirmation',
  summary: 'Confirm an email address by the link of a mail',
  tag: 'account',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({ linkToken: LinkToken }),
  reply: z.object({ email: z.string() }),
})

/** Mails the link that sets a new password. The answer is the same for an address without an account. */
export const requestPasswordReset = endpoint({
  method: 'POST',
  path: '/api/account/password-reset',
  summary: 'Ask for a link that sets a new password',
  tag: 'account',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({ email: Email }),
  reply: Done,
})

/** Sets a new password by the link of a mail; every session of the person ends. `reason: link_used` when the link works no more. */
export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/account/password',
  summary: 'Set a new password by the link of a mail',
  tag: 'account',
  access: 'public',
  rate: 'signin',
  body: z.strictObject({ linkToken: LinkToken, password: Password }),
  reply: Done,
})

export const OwnSession = z.object({
  id: SessionId,
  /** Browser and operating system, as the browser names them; null when it names none. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  kind: z.enum(['desktop', 'mobile', 'tablet']),
  address: z.string().nullable(),
  signedInAt: Instant,
  lastSeenAt: Instant,
  isCurrent: z.boolean(),
})
export type OwnSession = z.output<typeof OwnSession>

/** Where the person is signed in, the last used first; at most 100. */
export const listOwnSessions = endpoint({
  method: 'GET',
  path: '/api/account/sessions',
  summary: 'Where you are signed in',
  tag: 'account',
  access: 'account',
  rate: 'read',
  reply: z.object({ items: z.array(OwnSession) }),
})

/** Ends one session of the person, with its live streams. */
export const endOwnSession = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions/:sessionId',
  summary: 'Sign out one of your sessions',
  tag: 'account',
  access: 'account',
  rate: 'write',
  params: z.object({ sessionId: SessionId }),
  reply: Done,
})

/** Ends every session of the person but this one. */
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/api/account/sessions',
  summary: 'Sign out everywhere else',
  tag: 'account',
  access: 'account',
  rate: 'write',
  reply: z.object({ ended: z.number() }),
})
