import { isAPIError } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import * as m from '#i18n/messages.js'
import { AppError, unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressKey } from '#server/platform/route/rates.ts'
import { type AuditEntry, type Origin, recordAudit } from './audit.ts'
import { authOf, CLIENT_ADDRESS_HEADER, USER_DISABLED } from './auth.ts'
import { roleOfAccount } from './authenticators.ts'
import { type DeviceOwner, deviceOwnerOf, knownDeviceOf, rememberDevice } from './known-device.ts'
import { mayUseBusinessLogin } from './policy.ts'
import { type Account, endSession, findAccount, sessionTokenOf } from './session.ts'
import { type Attempt, clearFailedAttempts, discardAttempt, openSignInAttempt } from './sign-in-attempts.ts'

export type Credentials = { email: string; password: string; portal: 'business' | 'customer' }

/** The refusals of a sign-in, with the reason that the sign-in page distinguishes them by. */
const refusals = {
  invalid_credential: () =>
    new AppError('unauthenticated', m.error_invalid_credential, {
      reason: 'invalid_credential',
    }),
  user_not_found: () => new AppError('unauthenticated', m.error_user_not_found, { reason: 'user_not_found' }),
  user_disabled: () => new AppError('forbidden', m.error_user_disabled, { reason: 'user_disabled', isAudited: true }),
  wrong_portal: () =>
    new AppError('forbidden', m.error_wrong_portal, {
      reason: 'wrong_portal',
      isAudited: true,
    }),
}
type Refusal = keyof typeof refusals

/**
 * Signs in with e-mail and password. Gives the account and the set-cookie headers of its new session; an earlier session of the
 * same browser ends. Throws the refusals above, rate_limited after too many failures, and unavailable when nothing could be checked.
 */
export async function signIn(
  platform: Platform,
  request: FastifyRequest,
  given: Credentials,
): Promise<{ account: Account; cookies: string[] }> {
  const origin: Origin = { address: request.ip, requestId: request.id }
  // Control characters must not reach the database: a NUL byte is an error there.
  const email = given.email.toLowerCase().replace(/\p{Cc}/gu, '\u{fffd}')
  const unauthenticated = (action: string, detail: Record<string, unknown>): AuditEntry => ({
    action,
    actor: { kind: 'unauthenticated', email },
    detail: { portal: given.portal, ...detail },
    ...origin,
  })
  const owner = await deviceOwnerOf(platform, email)
  const device = knownDeviceOf(platform, request, owner)
  const source = { email, address: addressKey(request.ip), device }
  const attempt = await openSignInAttempt(platform, source).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'rate_limited') {
      await recordAudit(platform, unauthenticated('sign_in_denied', { reason: 'too_many_requests' }))
    }
    throw error
  })
  const started = await checkPassword(platform, request, { ...given, email }, attempt)
  if ('refusal' in started) {
    const action = started.refusal === 'user_disabled' ? 'sign_in_denied' : 'sign_in_failed'
    await recordAudit(platform, unauthenticated(action, { reason: started.refusal }))
    throw refusals[started.refusal]()
  }
  return finishSignIn(platform, request, { ...given, email }, { attempt, owner, ...started })
}

type StartedSession = { token: string; cookies: string[] }

/** Checks the password through the sign-in library, which takes as long for an unknown e-mail. */
async function checkPassword(
  platform: Platform,
  request: FastifyRequest,
  given: Credentials,
  attempt: Attempt,
): Promise<StartedSession | { refusal: Refusal }> {
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip })
  const agent = request.headers['user-agent']
  if (agent) headers.set('user-agent', agent.slice(0, 300))
  try {
    const answer = await authOf(platform).api.signInEmail({
      body: { email: given.email, password: given.password },
      headers,
      returnHeaders: true,
    })
    return { token: answer.response.token, cookies: answer.headers.getSetCookie() }
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) {
      if (error.body?.code === USER_DISABLED) {
        await discardAttempt(platform, attempt)
        return { refusal: 'user_disabled' }
      }
      return { refusal: (await hasNoAccount(platform, given.email)) ? 'user_not_found' : 'invalid_credential' }
    }
    await discardAttempt(platform, attempt).catch(() => undefined)
    throw unavailable(error)
  }
}

/** False unless the operator allows to reveal which e-mails have an account (AUTH_REVEAL_UNKNOWN_EMAIL). */
async function hasNoAccount(platform: Platform, email: string): Promise<boolean> {
  if (!platform.config.authRevealUnknownEmail) return false
  return (await platform.db.query('SELECT 1 FROM auth."user" WHERE email = $1', [email])).length === 0
}

/** After the right password: checks that this person may use this login. A session refused here ends before the reply is sent. */
async function finishSignIn(
  platform: Platform,
  request: FastifyRequest,
  given: Credentials,
  started: StartedSession & { attempt: Attempt; owner: DeviceOwner },
): Promise<{ account: Account; cookies: string[] }> {
  await clearFailedAttempts(platform, started.attempt)
  const account = await findAccount(platform, started.token)
  if (!account) throw unavailable()
  const isAllowed = given.portal === 'customer' || mayUseBusinessLogin(roleOfAccount(platform, account))
  if (!isAllowed) await endSession(platform, started.token)
  await recordAudit(platform, {
    action: isAllowed ? 'sign_in' : 'sign_in_denied',
    actor: { kind: 'member', id: account.userId, email: account.email },
    tenantId: account.membership?.tenantId ?? null,
    address: request.ip,
    requestId: request.id,
    detail: { portal: given.portal, ...(isAllowed ? {} : { reason: 'wrong_portal' }) },
  })
  if (!isAllowed) throw refusals.wrong_portal()
  const earlier = sessionTokenOf(platform, request)
  if (earlier) await endSession(platform, earlier)
  return { account, cookies: [...started.cookies, rememberDevice(platform, request, started.owner)] }
}
