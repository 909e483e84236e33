import type { AccountView } from '#contracts/identity/account.ts'
import type { Language } from '#contracts/languages.ts'
import type { SignedIn } from '#server/platform/actor.ts'
import { unauthenticated } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { accountById } from './accounts.ts'
import { renameMemberships } from './memberships.ts'

/** The own account, with how it signs in. */
export async function getOwnAccount(platform: Platform, { userId }: SignedIn): Promise<AccountView> {
  const account = await accountById(platform, userId)
  if (!account) throw unauthenticated()
  const { name, email, emailVerified, language, hasPassword } = account
  const [row] = await platform.db.query<{ two_factor_at: Date | null; codes: number }>(
    `SELECT u.two_factor_at,
            (SELECT count(*)::int FROM auth.recovery_code c WHERE c.user_id = u.id AND c.used_at IS NULL) AS codes
     FROM auth."user" u WHERE u.id = $1`,
    [userId],
  )
  const since = row?.two_factor_at?.toISOString()
  return {
    name,
    email,
    emailVerified,
    language,
    hasPassword,
    passwordMinLength: platform.config.passwordMinLength,
    twoFactor: since ? { since, recoveryCodesLeft: row?.codes ?? 0 } : null,
  }
}

/** Changes name or language of the own account. The person's name in all their businesses follows. */
export async function changeProfile(
  platform: Platform,
  { userId }: SignedIn,
  { name, language }: { name?: string | undefined; language?: Language | undefined },
): Promise<void> {
  await platform.db.query(
    `UPDATE auth."user" SET name = coalesce($2, name), language = coalesce($3, language), updated_at = $4 WHERE id = $1`,
    [userId, name ?? null, language ?? null, platform.clock.now()],
  )
  if (name) await renameMemberships(platform, userId, { name })
}
