import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { invalid, unavailable } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { addressKey } from '#server/platform/route/rates.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'
import { clearFailedAttempts, discardAttempt, openSignInAttempt } from './sign-in-attempts.ts'

/** The account of an e-mail as a sign-in needs it. */
export type Credential = { userId: UserId; isDisabled: boolean; hasTwoFactor: boolean; passwordHash: string | null }

/** The account of an e-mail; null for an e-mail that has none. */
export async function findCredential(platform: Platform, email: string): Promise<Credential | null> {
  const [row] = await platform.db.query<Credential>(
    `SELECT u.id AS "userId", u.disabled_at IS NOT NULL AS "isDisabled", u.two_factor_at IS NOT NULL AS "hasTwoFactor",
       a.password AS "passwordHash"
     FROM auth."user" u LEFT JOIN auth.account a ON a.user_id = u.id AND a.provider_id = 'credential' WHERE u.email = $1`,
    [email],
    'prepared',
  )
  return row ?? null
}

/** Whether a password is the one of a stored hash. Without a hash the answer is no, and takes as long. */
export async function isPasswordRight(hash: string | null, password: string): Promise<boolean> {
  if (hash !== null) return verifyPassword({ hash, password })
  await hashPassword(password)
  return false
}

/**
 * Checks the password of a signed-in person, with the same limits as at a sign-in: whoever holds a stolen session must not guess it.
 * Throws invalid_input under `body.password`, or another path, when it is wrong.
 */
export async function assertOwnPassword(
  platform: Platform,
  request: FastifyRequest,
  person: { userId: UserId; email: string },
  { password, path = 'body.password' }: { password: string; path?: string },
): Promise<void> {
  const attempt = await openSignInAttempt(platform, {
    email: person.email,
    address: addressKey(request.ip),
    device: null,
  })
  const isRight = await passwordOf(platform, person.userId)
    .then((hash) => isPasswordRight(hash, password))
    .catch(async (error: unknown) => {
      await discardAttempt(platform, attempt).catch(() => undefined)
      throw unavailable(error)
    })
  if (!isRight) throw invalid({ [path]: m.error_wrong_password })
  await clearFailedAttempts(platform, attempt)
}

async function passwordOf(platform: Platform, userId: UserId): Promise<string | null> {
  const [row] = await platform.db.query<{ password: string | null }>(
    `SELECT password FROM auth.account WHERE user_id = $1 AND provider_id = 'credential'`,
    [userId],
  )
  return row?.password ?? null
}
