import { isAPIError } from 'better-auth/api'
import type { FastifyRequest } from 'fastify'
import { AppError, unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressKey } from '#server/platform/route/rates.ts'
import { type Attempt, forgetAttempts, openAttempt, takeBack } from './attempts.ts'
import { type AuditEntry, type Origin, recordAudit } from './audit.ts'
import { ADDRESS_HEADER, authOf, DISABLED } from './auth.ts'
import { standingOf } from './authenticators.ts'
import { mayUseBusinessLogin } from './policy.ts'
import { type Account, endSession, findAccount, sessionTokenOf } from './session.ts'

export type Credentials = { email: string; password: string; portal: 'business' | 'customer' }

/** The texts of seed 3 §8, with the reason by which the screen tells them apart. */
const refusals = {
  invalid_credential: () =>
    new AppError('unauthenticated', 'Invalid email or password. Please check your credentials.', {
      reason: 'invalid_credential',
    }),
  user_not_found: () =>
    new AppError('unauthenticated', 'No account found with this email address.', { reason: 'user_not_found' }),
  user_disabled: () =>
    new AppError('forbidden', 'This account has been disabled. Please contact support.', { reason: 'user_disabled' }),
  wrong_portal: () =>
    new AppError('forbidden', 'This account is not authorized for business login. Please use customer login.', {
      reason: 'wrong_portal',
    }),
}
type Refusal = keyof typeof refusals

/**
 * Signs in with e-mail and password. Gives the account and the cookie lines that begin its session; an earlier session of the same
 * browser ends. Throws the refusals above, rate_limited after too many failures, and unavailable when nothing could be checked.
 */
export async function signIn(
  platform: Platform,
  request: FastifyRequest,
  given: Credentials,
): Promise<{ account: Account; cookies: string[] }> {
  const origin: Origin = { address: request.ip, requestId: request.id }
  // What no e-mail can hold must not reach the database either (a NUL byte is an error there).
  const email = given.email.toLowerCase().replace(/\p{Cc}/gu, '\u{fffd}')
  const stranger = (action: string, detail: Record<string, unknown>): AuditEntry => ({
    action,
    actor: { kind: 'stranger', email },
    detail: { portal: given.portal, ...detail },
    ...origin,
  })
  const attempt = await openAttempt(platform, email, addressKey(request.ip)).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'rate_limited') {
      await recordAudit(platform, stranger('sign_in_denied', { reason: 'too_many_requests' }))
    }
    throw error
  })
  const began = await beginSession(platform, request, { ...given, email }, attempt)
  if ('refusal' in began) {
    const action = began.refusal === 'user_disabled' ? 'sign_in_denied' : 'sign_in_failed'
    await recordAudit(platform, stranger(action, { reason: began.refusal }))
    throw refusals[began.refusal]()
  }
  return admit(platform, request, { ...given, email }, { attempt, ...began })
}

type Begun = { token: string; cookies: string[] }

/** Checks the password through the sign-in library, which takes as long for an e-mail it does not know. */
async function beginSession(
  platform: Platform,
  request: FastifyRequest,
  given: Credentials,
  attempt: Attempt,
): Promise<Begun | { refusal: Refusal }> {
  const headers = new Headers({ [ADDRESS_HEADER]: request.ip })
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
      if (error.body?.code === DISABLED) {
        await takeBack(platform, attempt)
        return { refusal: 'user_disabled' }
      }
      return { refusal: (await isUnknown(platform, given.email)) ? 'user_not_found' : 'invalid_credential' }
    }
    await takeBack(platform, attempt).catch(() => undefined)
    throw unavailable(error)
  }
}

/** Asked only where the operator allows that strangers learn who has an account (R24). */
async function isUnknown(platform: Platform, email: string): Promise<boolean> {
  if (!platform.config.authRevealUnknownEmail) return false
  return (await platform.db.query('SELECT 1 FROM auth."user" WHERE email = $1', [email])).length === 0
}

/** The password was right: now whether this door is theirs. A session that is refused here is gone before the answer is. */
async function admit(
  platform: Platform,
  request: FastifyRequest,
  given: Credentials,
  begun: Begun & { attempt: Attempt },
): Promise<{ account: Account; cookies: string[] }> {
  await forgetAttempts(platform, begun.attempt)
  const account = await findAccount(platform, begun.token)
  if (!account) throw unavailable()
  const isAdmitted = given.portal === 'customer' || mayUseBusinessLogin(standingOf(platform, account))
  if (!isAdmitted) await endSession(platform, begun.token)
  await recordAudit(platform, {
    action: isAdmitted ? 'sign_in' : 'sign_in_denied',
    actor: { kind: 'member', id: account.userId, email: account.email },
    tenantId: account.membership?.tenantId ?? null,
    address: request.ip,
    requestId: request.id,
    detail: { portal: given.portal, ...(isAdmitted ? {} : { reason: 'wrong_portal' }) },
  })
  if (!isAdmitted) throw refusals.wrong_portal()
  const earlier = sessionTokenOf(platform, request)
  if (earlier) await endSession(platform, earlier)
  return { account, cookies: begun.cookies }
}
