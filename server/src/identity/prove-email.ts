import type { UserId } from '#contracts/ids.ts'
import { type Origin, recordAuditIn } from './audit.ts'
import type { HashedPassword } from './create-account.ts'
import { setPassword } from './set-password.ts'
import type { Statements } from './transaction.ts'

export type EmailProof = {
  userId: UserId
  email: string
  /** What showed that the person reads the mailbox, for the audit log. */
  by: 'mail_code' | 'reset_link' | 'provider' | 'operator'
  /** Replaces the name of the account at the first proof. */
  name?: string
  /** The password the account has from the first proof on; without it none. */
  password?: HashedPassword | null
  now: Date
  origin: Origin
}

/**
 * The owner of a mailbox proves the address of an account, in the transaction of what that gives. Anybody can make an account with an
 * address that is not theirs and wait for its owner to use it. So the first proof removes whatever gave access before: password, linked
 * providers, sessions, two-factor and open links. Gives whether it was the first; a later proof changes nothing.
 */
export async function proveEmailIn(t: Statements, proof: EmailProof): Promise<boolean> {
  const { userId, email, by, name, password, now, origin } = proof
  const first = await t.sql(
    `UPDATE auth."user" SET email_verified = true, name = coalesce($3, name), totp_secret = NULL,
       two_factor_at = NULL, totp_step = NULL, updated_at = $2
     WHERE id = $1 AND NOT email_verified RETURNING id`,
    [userId, now, name ?? null],
  )
  if (first.length === 0) return false
  await endAccessIn(t, userId, now)
  if (password) await setPassword(t, { userId, password, now })
  await recordAuditIn(
    { sql: t.sql, now },
    { action: 'email_verified', actor: { kind: 'member', id: userId, email }, detail: { by }, ...origin },
  )
  return true
}

/** Removes what gives access to an account: password, linked providers, sessions, recovery codes and open links. */
export async function endAccessIn(t: Statements, userId: UserId, now: Date): Promise<void> {
  for (const table of ['account', 'session', 'recovery_code'])
    await t.sql(`DELETE FROM auth.${table} WHERE user_id = $1`, [userId])
  await t.sql('UPDATE auth.one_time_token SET used_at = $2 WHERE user_id = $1 AND used_at IS NULL', [userId, now])
}
