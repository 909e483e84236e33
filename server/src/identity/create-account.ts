import { randomUUID } from 'node:crypto'
import { Email } from '#contracts/fields.ts'
import type { UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { sqlState } from '#server/platform/db/database-errors.ts'
import { conflict, invalid } from '#server/platform/errors.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashPassword } from './password-hash.ts'
import { type PasswordOwner, passwordFault } from './passwords.ts'
import { inTransaction, type Statements } from './transaction.ts'

/** A password that may be used, as it is stored. Only `hashNewPassword` makes one. */
export type HashedPassword = string & { readonly hashedPassword: unique symbol }

/**
 * Checks a new password by the rules and hashes it, which takes longer than a transaction should be open. Throws invalid_input with the
 * fault under `body.password`, or under another path.
 */
export async function hashNewPassword(
  platform: Platform,
  password: string,
  owner: PasswordOwner,
  path = 'body.password',
): Promise<HashedPassword> {
  const fault = passwordFault(password, platform.config.passwordMinLength, owner)
  if (fault) throw invalid({ [path]: fault })
  return (await hashPassword(password)) as HashedPassword
}

export type AccountToCreate = {
  email: string
  name: string
  /** Null for an account that signs in through a provider alone. */
  password: HashedPassword | null
  emailVerified: boolean
  /** The account at a sign-in provider that is linked with it: its subject, of the issuer. */
  linked?: { issuer: string; subject: string }
  /** `super-admin` makes a platform owner. */
  platformRole?: 'super-admin'
  /** Of the mails about the account; English without it. */
  language?: Language
  /** The person still has to set up a business (`finishOnboarding`). */
  needsOnboarding?: boolean
}

/**
 * Creates an account in the given transaction; its e-mail must be checked. Throws conflict (reason `email_in_use`) when the e-mail has an account;
 * the transaction has failed then.
 */
export async function createAccountIn(t: Statements, given: AccountToCreate): Promise<UserId> {
  const { email, name, password, emailVerified, linked, platformRole = null } = given
  const { language = 'en', needsOnboarding = false } = given
  const id = randomUUID()
  await t
    .sql(
      `INSERT INTO auth."user" (id, name, email, email_verified, platform_role, needs_onboarding, language)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, name, email.trim().toLowerCase(), emailVerified, platformRole, needsOnboarding, language],
    )
    .catch((error: unknown) => {
      if (sqlState(error) !== '23505') throw error
      throw conflict(m.error_email_in_use, { reason: 'email_in_use', cause: error })
    })
  if (password) await insertLogin(t, { userId: id, accountId: id, providerId: 'credential', password })
  if (linked) {
    await insertLogin(t, { userId: id, accountId: linked.subject, providerId: linked.issuer, password: null })
  }
  return id as UserId
}

type Login = { userId: string; accountId: string; providerId: string; password: string | null }

/** A way in which an account signs in: its password, or an account at a provider. */
export const insertLogin = (t: Statements, { userId, accountId, providerId, password }: Login) =>
  t.sql('INSERT INTO auth.account (user_id, account_id, provider_id, password) VALUES ($1, $2, $3, $4)', [
    userId,
    accountId,
    providerId,
    password,
  ])

export type NewAccount = {
  email: string
  password: string
  name: string
  /** Whether the e-mail is known to be theirs; it is for an account made by the operator. */
  verified: boolean
  /** The business the account is made for; its name is no password. */
  businessName?: string
  /** `super-admin` makes a platform owner. */
  platformRole?: 'super-admin'
}

/**
 * Creates an account with a password, in a transaction of its own. Throws invalid_input for an e-mail or password that cannot be used and conflict when the
 * e-mail has an account.
 */
export async function createAccount(platform: Platform, given: NewAccount): Promise<UserId> {
  const email = Email.safeParse(given.email)
  const fault = passwordFault(given.password, platform.config.passwordMinLength, given)
  if (!email.success || fault) {
    throw invalid({
      ...(email.success ? {} : { 'body.email': m.error_email_format }),
      ...(fault ? { 'body.password': fault } : {}),
    })
  }
  const password = await hashNewPassword(platform, given.password, given)
  const { name, verified: emailVerified, platformRole } = given
  return inTransaction(platform, (t) =>
    createAccountIn(t, { email: email.data, name, password, emailVerified, ...(platformRole ? { platformRole } : {}) }),
  )
}
