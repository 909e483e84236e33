import { createOTP } from '@better-auth/utils/otp'
import { resetPassword } from '#contracts/identity/account.ts'
import { makeAccount } from '#server/identity/fixture.ts'
import { issueToken } from '#server/identity/one-time-tokens.ts'
import { inTransaction } from '#server/identity/transaction.ts'
import { redeemRecoveryCode, replaceRecoveryCodes } from '#server/identity/two-factor/recovery-codes.ts'
import { acceptTotp, newTotpSecret } from '#server/identity/two-factor/totp.ts'
import type { Platform } from '#server/platform/platform.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { countOf, isAccepted, json, type Site, statusesOf } from './site.ts'

const AT_ONCE = 200
const HOUR_MS = 3_600_000

/** How many of the requests at once set a password by one link; each comes from an address of its own. */
export async function raceResetLink({ platform, stranger, atOnce }: Site): Promise<number> {
  const { userId } = await makeAccount(platform)
  const linkToken = await issueToken(platform, { kind: 'reset_password', userId, validMs: HOUR_MS })
  const statuses = await statusesOf(
    times(atOnce).map((n) =>
      stranger().raw(resetPassword.path, json('POST', { linkToken, password: `a new password ${n}` })),
    ),
  )
  return countOf(statuses, isAccepted)
}

/** How many of 200 uses at once of one recovery code are accepted. The limits of failed sign-ins, which come before it, are left out. */
export async function raceRecoveryCode(platform: Platform): Promise<number> {
  const { userId } = await makeAccount(platform)
  const [shown = ''] = await inTransaction(platform, (t) => replaceRecoveryCodes(t, userId))
  const code = shown.replace(/-/g, '')
  const now = platform.clock.now()
  const accepted = await Promise.all(
    times(AT_ONCE).map(() => inTransaction(platform, (t) => redeemRecoveryCode(t, { userId, code, now }))),
  )
  return accepted.filter(Boolean).length
}

/** The same of one code of the authenticator app. */
export async function raceAppCode(platform: Platform): Promise<number> {
  const { userId } = await makeAccount(platform)
  const { secret, encrypted } = newTotpSecret(platform, userId)
  await platform.db.query('UPDATE auth."user" SET totp_secret = $2, two_factor_at = now() WHERE id = $1', [
    userId,
    encrypted,
  ])
  const code = await createOTP(secret).hotp(Math.floor(platform.clock.now().getTime() / 30_000))
  const accepted = await Promise.all(
    times(AT_ONCE).map(() => inTransaction(platform, (t) => acceptTotp(platform, t, { userId, encrypted, code }))),
  )
  return accepted.filter(Boolean).length
}
