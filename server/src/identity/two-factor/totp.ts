import { createOTP } from '@better-auth/utils/otp'
import { toString as qrCodeOf } from 'qrcode'
import type { UserId } from '#contracts/ids.ts'
import type { Statements } from '#server/identity/transaction.ts'
import type { Platform } from '#server/platform/platform.ts'
import { decryptSecret, encryptSecret } from '#server/platform/secrets/encrypt.ts'
import { isSameSecret, randomToken } from '#server/platform/secrets/tokens.ts'

const STEP_MS = 30_000
/** Clocks may differ by one step. */
const SKEW_STEPS = 1
const ISSUER = 'Segue'

const contextOf = (userId: UserId) => `account:${userId}:totp`

/** A new key for an authenticator app, 160 random bits and more; encrypted for the account's row. */
export function newTotpSecret(platform: Platform, userId: UserId): { secret: string; encrypted: string } {
  const secret = randomToken(20)
  return { secret, encrypted: encryptSecret(platform.masterKey, secret, contextOf(userId)) }
}

/** A key as apps take it: as text, as an address, and as a picture of that address. */
export async function totpSetup(
  secret: string,
  email: string,
): Promise<{ key: string; address: string; qrCode: string }> {
  const address = createOTP(secret).url(ISSUER, email)
  const svg = await qrCodeOf(address, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' })
  return {
    key: new URL(address).searchParams.get('secret') ?? '',
    address,
    qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
  }
}

/** The time step whose code this is, within the allowed difference of clocks; null for no such code. */
async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const otp = createOTP(secret)
  const present = Math.floor(now.getTime() / STEP_MS)
  let found: number | null = null
  for (let step = present - SKEW_STEPS; step <= present + SKEW_STEPS; step += 1) {
    if (isSameSecret(code, await otp.hotp(step))) found = step
  }
  return found
}

/**
 * Accepts a code of the app, each code once: whoever saw it typed cannot use it again. False for a wrong or used code. One statement with its
 * condition decides between requests at once.
 */
export async function acceptTotp(
  platform: Platform,
  t: Statements,
  { userId, encrypted, code }: { userId: UserId; encrypted: string; code: string },
): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return false
  const secret = decryptSecret(platform.masterKey, encrypted, contextOf(userId))
  const step = await stepOf(secret, code, platform.clock.now())
  if (step === null) return false
  const accepted = await t.sql(
    `UPDATE auth."user" SET totp_step = $2
     WHERE id = $1 AND totp_secret = $3 AND (totp_step IS NULL OR totp_step < $2) RETURNING id`,
    [userId, step, encrypted],
  )
  return accepted.length > 0
}
