import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import {
  accountByEmail,
  createAccountIn,
  finishSignIn,
  type HashedPassword,
  hashNewPassword,
  maySignInByMail,
  proveEmailIn,
  readAccount,
} from '#server/identity/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import { forbidden, unauthenticated } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { checkCode, redeemCode, sendCode, wrongCode } from './codes.ts'
import { enterAs } from './enter.ts'

/** Mails a code to sign in or up with at this business. */
export async function requestCode(tenant: Tenant, email: string, language: Language): Promise<void> {
  const isAllowed = await maySignInByMail(tenant.platform, email)
  await tenant.tx((t) => sendCode(t, tenant.platform, { email, language, isAllowed }))
}

export type CodeSignIn = { email: string; code: string; name: string; password: string | null }

/**
 * Signs a guest in by a mailed code, with a new account where the address has none; `name` and `password` are for that one alone, an
 * account whose address was proved before keeps its own. Gives the cookies of the session. Throws unauthenticated (reason `wrong_code`).
 */
export async function signInWithCode(
  tenant: Tenant,
  request: FastifyRequest,
  actor: Guest,
  given: CodeSignIn,
): Promise<{ cookies: string[] }> {
  const { platform } = tenant
  const { email, code } = given
  const known = await accountByEmail(platform, email)
  // Before the code is counted as used, so that a refused password can be corrected.
  // For a known address too: neither the refusal nor the time says whether it has an account.
  const hashed = await hashedPassword(tenant, given)
  const codeId = await tenant.tx((t) => checkCode(t, platform, email, code))
  // Asked again: the account may have got a second factor since the mail.
  if (!codeId || !(await maySignInByMail(platform, email))) throw wrongCode()
  const name = (known?.emailVerified ? known.name : null) ?? (given.name || (email.split('@')[0] ?? email))
  const userId = await tenant.tx(async (t): Promise<UserId> => {
    await redeemCode(t, codeId)
    const origin = { address: request.ip, requestId: request.id }
    const userId = known?.userId ?? (await createAccountIn(t, { email, name, password: hashed, emailVerified: true }))
    await proveEmailIn(t, { userId, email, by: 'mail_code', name, password: hashed, now: t.now, origin })
    await enterAs(t, actor.guestId, { userId, name, email, emailVerified: true })
    return userId
  })
  return finishSignIn(platform, request, { userId, portal: 'customer', owner: null, how: 'mail_code' })
}

const hashedPassword = async (
  { platform }: Tenant,
  { name, email, password }: CodeSignIn,
): Promise<HashedPassword | null> => (password ? hashNewPassword(platform, password, { name, email }) : null)

/**
 * The account that is signed in in this browser enters this business, as the guest. Throws forbidden (reason `unverified`) while its
 * e-mail is not verified: a mailed code verifies it.
 */
export async function enter(tenant: Tenant, request: FastifyRequest, actor: Guest): Promise<void> {
  const account = await readAccount(tenant.platform, request)
  if (!account) throw unauthenticated()
  if (!account.emailVerified) throw forbidden(m.error_account_unverified, { reason: 'unverified' })
  const { userId, name, email } = account
  await tenant.tx((t) => enterAs(t, actor.guestId, { userId, name, email, emailVerified: true }))
}
