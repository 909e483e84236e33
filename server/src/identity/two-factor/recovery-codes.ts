import { randomBytes } from 'node:crypto'
import type { UserId } from '#contracts/ids.ts'
import type { Statements } from '#server/identity/transaction.ts'
import { hashToken } from '#server/platform/secrets/tokens.ts'

const COUNT = 10
/** Letters and digits that are not mistaken for each other. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 16 signs of 31 are 79 random bits: too many to try against the stored hash, and few enough to type. */
const LENGTH = 16

/** A random sign of the alphabet, each as likely as another. */
function randomSigns(length: number): string {
  let signs = ''
  while (signs.length < length) {
    // 248 is the largest multiple of 31 in a byte; larger bytes would prefer the first signs.
    for (const byte of randomBytes(length)) if (byte < 248 && signs.length < length) signs += ALPHABET[byte % 31]
  }
  return signs
}

/** The same for what a person typed: without spaces and hyphens, in lower case. */
export const plainCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '')

/** Replaces the recovery codes of an account. Gives the new ones as they are shown, in groups of four. */
export async function replaceRecoveryCodes(t: Statements, userId: UserId): Promise<string[]> {
  const codes = Array.from({ length: COUNT }, () => randomSigns(LENGTH))
  await t.sql('DELETE FROM auth.recovery_code WHERE user_id = $1', [userId])
  await t.sql('INSERT INTO auth.recovery_code (user_id, code_hash) SELECT $1, unnest($2::text[])', [
    userId,
    codes.map(hashToken),
  ])
  return codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'))
}

/** Uses a recovery code up; false for a wrong or used one. Of many requests at once exactly one gets it. */
export async function redeemRecoveryCode(
  t: Statements,
  { userId, code, now }: { userId: UserId; code: string; now: Date },
): Promise<boolean> {
  const used = await t.sql(
    'UPDATE auth.recovery_code SET used_at = $3 WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL RETURNING user_id',
    [userId, hashToken(code), now],
  )
  return used.length > 0
}
