import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { recordAudit } from '#server/identity/audit.ts'
import { finishSignIn, type Portal } from '#server/identity/finish-sign-in.ts'
import { deviceOwnerOf, knownDeviceOf } from '#server/identity/known-device.ts'
import { issueToken, redeemToken } from '#server/identity/one-time-tokens.ts'
import { findCredential } from '#server/identity/password-check.ts'
import { clearFailedAttempts, openSignInAttempt } from '#server/identity/sign-in-attempts.ts'
import type { StartedSession } from '#server/identity/start-session.ts'
import { inTransaction, type Statements } from '#server/identity/transaction.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressKey } from '#server/platform/route/rates.ts'
import { hashToken } from '#server/platform/secrets/tokens.ts'
import { readTwoFactor } from './commands.ts'
import { plainCode, redeemRecoveryCode } from './recovery-codes.ts'
import { acceptTotp } from './totp.ts'

const VALID_MS = 10 * 60_000
/** Wrong codes of one sign-in, after which it begins again with the password. */
const MAX_WRONG_CODES = 5
/** The cookie is sent where somebody signs in, and nowhere else. */
const PATH = '/api/session'

const cookieNameOf = (platform: Platform): string =>
  platform.baseUrl.startsWith('https:') ? '__Secure-segue-step' : 'segue-step'

/** Begins the step with the code: the set-cookie header that stands for the right password, for ten minutes. */
export async function beginSecondStep(
  platform: Platform,
  request: FastifyRequest,
  given: { userId: UserId; portal: Portal },
): Promise<string> {
  const { userId, portal } = given
  const token = await issueToken(platform, { kind: 'second_step', userId, validMs: VALID_MS, detail: { portal } })
  return stepCookie(platform, request, token, VALID_MS / 1000)
}

const stepCookie = (platform: Platform, request: FastifyRequest, value: string, maxAge: number): string =>
  request.server.serializeCookie(cookieNameOf(platform), value, {
    path: PATH,
    httpOnly: true,
    sameSite: 'lax',
    secure: platform.baseUrl.startsWith('https:'),
    maxAge,
  })

const stepOver = () => new AppError('unauthenticated', m.error_step_over, { reason: 'step_over' })
const wrongCode = () => new AppError('unauthenticated', m.error_wrong_second_step_code, { reason: 'wrong_code' })

/**
 * Signs in with a code of the app or a recovery code, after the right password in the same browser. Wrong codes count as failed sign-ins, and
 * five of them end the step. Throws unauthenticated with reason `wrong_code` or `step_over`, and rate_limited.
 */
export async function signInWithCode(
  platform: Platform,
  request: FastifyRequest,
  typed: string,
): Promise<StartedSession> {
  const token = request.cookies[cookieNameOf(platform)] ?? ''
  const step = await countTry(platform, token)
  if (!step) throw stepOver()
  const { userId, email, portal } = step
  const credential = await findCredential(platform, email)
  const owner = deviceOwnerOf(platform, email, credential?.passwordHash ?? null)
  const device = knownDeviceOf(platform, request, owner)
  const attempt = await openSignInAttempt(platform, { email, address: addressKey(request.ip), device })
  const now = platform.clock.now()
  const how = await inTransaction(platform, async (t) => {
    const used = await redeemCode(platform, t, userId, plainCode(typed))
    if (used && !(await redeemToken(t, { kinds: ['second_step'], token, now }))) throw stepOver()
    return used
  })
  if (!how) {
    await recordAudit(platform, {
      action: 'sign_in_failed',
      actor: { kind: 'unauthenticated', email },
      address: request.ip,
      requestId: request.id,
      detail: { portal, reason: 'wrong_code' },
    })
    throw wrongCode()
  }
  await clearFailedAttempts(platform, attempt)
  const started = await finishSignIn(platform, request, { userId, portal, owner, how })
  return { ...started, cookies: [...started.cookies, stepCookie(platform, request, '', 0)] }
}

/** Counts a try of a step that is still open; null for any other. */
async function countTry(
  platform: Platform,
  token: string,
): Promise<{ userId: UserId; email: string; portal: Portal } | null> {
  const [row] = await platform.db.query<{ user_id: UserId; email: string; portal: Portal }>(
    `UPDATE auth.one_time_token o SET attempts = attempts + 1 FROM auth."user" u
     WHERE u.id = o.user_id AND o.token_hash = $1 AND o.kind = 'second_step' AND o.used_at IS NULL
       AND o.expires_at > $2 AND o.attempts < $3
     RETURNING o.user_id, u.email, o.detail->>'portal' AS portal`,
    [hashToken(token), platform.clock.now(), MAX_WRONG_CODES],
  )
  return row ? { userId: row.user_id, email: row.email, portal: row.portal } : null
}

async function redeemCode(
  platform: Platform,
  t: Statements,
  userId: UserId,
  code: string,
): Promise<'app_code' | 'recovery_code' | null> {
  const { encrypted, isOn } = await readTwoFactor(t, userId)
  if (!isOn || !encrypted) return null
  if (await acceptTotp(platform, t, { userId, encrypted, code })) return 'app_code'
  return (await redeemRecoveryCode(t, { userId, code, now: platform.clock.now() })) ? 'recovery_code' : null
}
