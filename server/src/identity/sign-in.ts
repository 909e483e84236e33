import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import { AppError, unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressKey } from '#server/platform/route/rates.ts'
import { type AuditEntry, type Origin, recordAudit } from './audit.ts'
import { finishSignIn, type Portal } from './finish-sign-in.ts'
import { type DeviceOwner, deviceOwnerOf, knownDeviceOf } from './known-device.ts'
import { type Credential, findCredential, isPasswordRight } from './password-check.ts'
import { refusals } from './refusals.ts'
import { type Attempt, clearFailedAttempts, discardAttempt, openSignInAttempt } from './sign-in-attempts.ts'
import type { StartedSession } from './start-session.ts'
import { beginSecondStep } from './two-factor/second-step.ts'

export type Credentials = { email: string; password: string; portal: Portal }

/** A sign-in whose password was right: a started session, or, with two-factor on, the cookie for the step with the code. */
export type SignInResult = StartedSession | { account: null; cookies: string[] }

/**
 * Signs in with e-mail and password. Gives the account and the set-cookie headers of its new session; an earlier session of the
 * same browser ends. With two-factor on there is no session yet: `signInWithCode` follows. Throws the refusals of refusals.ts, rate_limited
 * after too many failures, and unavailable when nothing could be checked.
 */
export async function signIn(platform: Platform, request: FastifyRequest, given: Credentials): Promise<SignInResult> {
  const origin: Origin = { address: request.ip, requestId: request.id }
  // Control characters must not reach the database: a NUL byte is an error there.
  const email = given.email.toLowerCase().replace(/\p{Cc}/gu, '\u{fffd}')
  const unauthenticated = (action: string, detail: Record<string, unknown>): AuditEntry => ({
    action,
    actor: { kind: 'unauthenticated', email },
    detail: { portal: given.portal, ...detail },
    ...origin,
  })
  const credential = await findCredential(platform, email)
  const owner = deviceOwnerOf(platform, email, credential?.passwordHash ?? null)
  const device = knownDeviceOf(platform, request, owner)
  const source = { email, address: addressKey(request.ip), device }
  const attempt = await openSignInAttempt(platform, source).catch(async (error: unknown) => {
    if (error instanceof AppError && error.code === 'rate_limited') {
      await recordAudit(platform, unauthenticated('sign_in_denied', { reason: 'too_many_requests' }))
    }
    throw error
  })
  const checked = await checkPassword(platform, credential, given.password, attempt)
  if ('refusal' in checked) {
    const action = checked.refusal === 'user_disabled' ? 'sign_in_denied' : 'sign_in_failed'
    await recordAudit(platform, unauthenticated(action, { reason: checked.refusal }))
    throw refusals[checked.refusal]()
  }
  return afterPassword(platform, request, { ...checked, portal: given.portal, owner, attempt })
}

/** With two-factor on, the failures stay counted until the code is right: else each right password would allow more guesses at the code. */
async function afterPassword(
  platform: Platform,
  request: FastifyRequest,
  given: { userId: UserId; hasTwoFactor: boolean; portal: Portal; owner: DeviceOwner; attempt: Attempt },
): Promise<SignInResult> {
  const { userId, hasTwoFactor, portal, owner, attempt } = given
  if (hasTwoFactor) {
    await discardAttempt(platform, attempt)
    return { account: null, cookies: [await beginSecondStep(platform, request, { userId, portal })] }
  }
  await clearFailedAttempts(platform, attempt)
  return finishSignIn(platform, request, { userId, portal, owner, how: 'password' })
}

type Checked =
  | { userId: UserId; hasTwoFactor: boolean }
  | { refusal: 'invalid_credential' | 'user_not_found' | 'user_disabled' }

/** Checks the password, which takes as long for an unknown e-mail. */
async function checkPassword(
  platform: Platform,
  credential: Credential | null,
  password: string,
  attempt: Attempt,
): Promise<Checked> {
  try {
    const isRight = await isPasswordRight(credential?.passwordHash ?? null, password)
    if (credential && isRight && credential.isDisabled) {
      await discardAttempt(platform, attempt)
      return { refusal: 'user_disabled' }
    }
    if (credential && isRight) return credential
    // Which e-mails have an account is revealed only where the operator allows it.
    return { refusal: !credential && platform.config.authRevealUnknownEmail ? 'user_not_found' : 'invalid_credential' }
  } catch (error) {
    await discardAttempt(platform, attempt).catch(() => undefined)
    throw unavailable(error)
  }
}
