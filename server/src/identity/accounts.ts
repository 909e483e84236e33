import type { UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Statements } from './transaction.ts'

/** An account as other domains see it. */
export type KnownAccount = {
  userId: UserId
  name: string
  email: string
  emailVerified: boolean
  /** Whether it signs in with a password; else through a provider alone. */
  hasPassword: boolean
  isDisabled: boolean
  /** Of the mails about the account. */
  language: Language
}

type Row = {
  id: string
  name: string
  email: string
  email_verified: boolean
  has_password: boolean
  disabled_at: Date | null
  language: Language
}

const SELECT = `
  SELECT u.id, u.name, u.email, u.email_verified, u.disabled_at, u.language,
         EXISTS (SELECT 1 FROM auth.account a WHERE a.user_id = u.id AND a.provider_id = 'credential') AS has_password
  FROM auth."user" u`

const accountOf = (row: Row): KnownAccount => ({
  userId: row.id as UserId,
  name: row.name,
  email: row.email,
  emailVerified: row.email_verified,
  hasPassword: row.has_password,
  isDisabled: row.disabled_at !== null,
  language: row.language,
})

/** The account of an e-mail address; null without one. */
export async function accountByEmail(platform: Platform, email: string): Promise<KnownAccount | null> {
  const [row] = await platform.db.query<Row>(`${SELECT} WHERE u.email = $1`, [email.trim().toLowerCase()])
  return row ? accountOf(row) : null
}

/** The account of a person; null when it was deleted. */
export async function accountById(platform: Platform, userId: UserId): Promise<KnownAccount | null> {
  const [row] = await platform.db.query<Row>(`${SELECT} WHERE u.id = $1`, [userId])
  return row ? accountOf(row) : null
}

/** The person has set up a business: `/` leads to the desk from now on. Within the transaction that made the business. */
export async function finishOnboarding(t: Statements, userId: UserId): Promise<void> {
  await t.sql('UPDATE auth."user" SET needs_onboarding = false, onboarding_complete = true WHERE id = $1', [userId])
}

/**
 * Clears the flag of onboarding of the account with an address, so that the person is no longer led into it. Gives whether there is such an
 * account. Within the transaction of the act.
 */
export async function clearOnboarding(t: Statements, email: string, by: { email: string; at: Date }): Promise<boolean> {
  const rows = await t.sql(
    `UPDATE auth."user" SET needs_onboarding = false, onboarding_complete = true, reset_at = $2, reset_by = $3
     WHERE email = $1 RETURNING id`,
    [email, by.at, by.email],
  )
  return rows.length > 0
}

/**
 * A person who is signed in to the account has opened a link of its mailbox. Within the transaction of what that gives. Without that
 * session a proof of the mailbox goes by `proveEmailIn`.
 */
export async function markEmailVerifiedIn(t: Statements, userId: UserId): Promise<void> {
  await t.sql('UPDATE auth."user" SET email_verified = true WHERE id = $1 AND NOT email_verified', [userId])
}

/**
 * Whether the mailbox alone signs in to the account of an address, or may make one: never for the platform, for the team of a business
 * (also of a suspended one), or past a second factor. A code of six digits is weaker than a password.
 */
export async function maySignInByMail(platform: Platform, email: string): Promise<boolean> {
  if (email === platform.config.platformOwnerEmail) return false
  const [row] = await platform.db.query<{ may: boolean }>(
    `SELECT u.two_factor_at IS NULL AND u.platform_role IS NULL AND u.disabled_at IS NULL AND NOT u.needs_onboarding
       AND NOT EXISTS (SELECT 1 FROM memberships_of(u.id))
       AND NOT EXISTS (SELECT 1 FROM ended_membership_of(u.id) e WHERE NOT e.is_removed) AS may
     FROM auth."user" u WHERE u.email = $1`,
    [email],
  )
  return row?.may ?? true
}
