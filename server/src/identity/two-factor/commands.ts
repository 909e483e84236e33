import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { recordAudit } from '#server/identity/audit.ts'
import { requireFreshSignIn } from '#server/identity/fresh-sign-in.ts'
import { clearFailedAttempts, openSignInAttempt } from '#server/identity/sign-in-attempts.ts'
import { inTransaction, type Statements } from '#server/identity/transaction.ts'
import type { SignedIn } from '#server/platform/actor.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressKey } from '#server/platform/route/rates.ts'
import { plainCode, replaceRecoveryCodes } from './recovery-codes.ts'
import { acceptTotp, newTotpSecret, totpSetup } from './totp.ts'

/** The state of an account's two-factor sign-in. `encrypted`: the app's key; `isOn` false while it is only being set up. */
export type TwoFactor = { encrypted: string | null; isOn: boolean }

export async function readTwoFactor(t: Statements, userId: UserId): Promise<TwoFactor> {
  const [row] = await t.sql<{ totp_secret: string | null; two_factor_at: Date | null }>(
    'SELECT totp_secret, two_factor_at FROM auth."user" WHERE id = $1',
    [userId],
  )
  return { encrypted: row?.totp_secret ?? null, isOn: row?.two_factor_at != null }
}

/**
 * Gives a new key for the authenticator app. It takes effect with `enableTwoFactor`. Throws conflict where two-factor is on, and forbidden
 * (reason `stale_sign_in`) without a fresh sign-in.
 */
export async function setUpTwoFactor(platform: Platform, request: FastifyRequest, actor: SignedIn) {
  await requireFreshSignIn(platform, request)
  const { secret, encrypted } = newTotpSecret(platform, actor.userId)
  const changed = await platform.db.query(
    'UPDATE auth."user" SET totp_secret = $2, totp_step = NULL WHERE id = $1 AND two_factor_at IS NULL RETURNING id',
    [actor.userId, encrypted],
  )
  if (changed.length === 0) throw conflict(m.error_two_factor_on, { reason: 'two_factor_on' })
  return totpSetup(secret, actor.email)
}

/** Switches two-factor on by a first code of the app; gives the recovery codes. Throws invalid_input for a wrong code. */
export async function enableTwoFactor(
  platform: Platform,
  request: FastifyRequest,
  actor: SignedIn,
  code: string,
): Promise<string[]> {
  const codes = await withOwnCode(platform, request, actor, code, async (t, { isOn }) => {
    if (isOn) throw conflict(m.error_two_factor_on, { reason: 'two_factor_on' })
    await t.sql('UPDATE auth."user" SET two_factor_at = $2 WHERE id = $1', [actor.userId, platform.clock.now()])
    return replaceRecoveryCodes(t, actor.userId)
  })
  await audit(platform, request, actor, 'two_factor_enabled')
  return codes
}

/** New recovery codes in place of the old ones, by a code of the app. Throws invalid_input for a wrong code. */
export async function renewRecoveryCodes(
  platform: Platform,
  request: FastifyRequest,
  actor: SignedIn,
  code: string,
): Promise<string[]> {
  const codes = await withOwnCode(platform, request, actor, code, (t) => replaceRecoveryCodes(t, actor.userId))
  await audit(platform, request, actor, 'recovery_codes_renewed')
  return codes
}

/** Switches two-factor off and forgets key and recovery codes. Throws forbidden (reason `stale_sign_in`) without a fresh sign-in. */
export async function disableTwoFactor(platform: Platform, request: FastifyRequest, actor: SignedIn): Promise<void> {
  await requireFreshSignIn(platform, request)
  await inTransaction(platform, async (t) => {
    await t.sql('UPDATE auth."user" SET totp_secret = NULL, two_factor_at = NULL, totp_step = NULL WHERE id = $1', [
      actor.userId,
    ])
    await t.sql('DELETE FROM auth.recovery_code WHERE user_id = $1', [actor.userId])
  })
  await audit(platform, request, actor, 'two_factor_disabled')
}

/** Runs a change after a right code of the app, in one transaction with the code's use. Wrong codes are limited as wrong passwords are. */
async function withOwnCode<T>(
  platform: Platform,
  request: FastifyRequest,
  actor: SignedIn,
  code: string,
  run: (t: Statements, twoFactor: TwoFactor) => Promise<T>,
): Promise<T> {
  const source = { email: actor.email, address: addressKey(request.ip), device: null }
  const attempt = await openSignInAttempt(platform, source)
  const result = await inTransaction(platform, async (t) => {
    const twoFactor = await readTwoFactor(t, actor.userId)
    const { encrypted } = twoFactor
    const given = { userId: actor.userId, encrypted: encrypted ?? '', code: plainCode(code) }
    if (!encrypted || !(await acceptTotp(platform, t, given))) throw invalid({ 'body.code': m.error_wrong_code })
    return run(t, twoFactor)
  })
  await clearFailedAttempts(platform, attempt)
  return result
}

const audit = (platform: Platform, request: FastifyRequest, { userId, email }: SignedIn, action: string) =>
  recordAudit(platform, {
    action,
    actor: { kind: 'member', id: userId, email },
    address: request.ip,
    requestId: request.id,
  })
