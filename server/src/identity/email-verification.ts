import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { SignedIn } from '#server/platform/actor.ts'
import { sqlState } from '#server/platform/db/database-errors.ts'
import { AppError, conflict } from '#server/platform/errors.ts'
import { queueSystemMail, type SystemMail } from '#server/platform/mail/system-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { accountByEmail, accountById, type KnownAccount } from './accounts.ts'
import { recordAudit } from './audit.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { assertMailAllowed } from './mail-budget.ts'
import { renameMemberships } from './memberships.ts'
import { issueToken, redeemToken } from './one-time-tokens.ts'
import { readAccount } from './session.ts'
import { inTransaction } from './transaction.ts'

const HOUR_MS = 3_600_000
const VERIFY_MS = 48 * HOUR_MS
const CHANGE_MS = HOUR_MS

/**
 * Mails a person the link that verifies their e-mail address. Does nothing where it is verified. Throws rate_limited after three such
 * mails within an hour.
 */
export async function sendVerification(platform: Platform, userId: UserId): Promise<void> {
  const account = await accountById(platform, userId)
  if (!account || account.emailVerified) return
  await assertMailAllowed(platform, { kind: 'verify_email', userId })
  // The address is part of it: a link to an address that the account no longer has verifies nothing.
  const token = await issueToken(platform, {
    kind: 'verify_email',
    userId,
    validMs: VERIFY_MS,
    detail: { email: account.email },
  })
  const { language } = account
  await queueSystemMail(platform, {
    to: account.email,
    language,
    kind: 'verify_email',
    subject: inLanguage(m.account_mail_verify_subject, language),
    paragraphs: [
      inLanguage(text(m.account_mail_verify_text, { name: account.name }), language),
      inLanguage(m.account_mail_verify_note, language),
    ],
    action: { label: inLanguage(m.account_mail_verify_action, language), url: linkOf(platform, token) },
  })
}

/**
 * Mails the link that makes an address the one of an account to that address, and a warning to the present one. Nothing changes before the
 * link is opened. Where the address has another account, its owner gets a mail without a link instead, and who asked sees no difference.
 * Throws forbidden (reason `stale_sign_in`) without a fresh sign-in, rate_limited after three such mails within an hour.
 */
export async function requestEmailChange(
  platform: Platform,
  request: FastifyRequest,
  { userId }: SignedIn,
  email: string,
): Promise<void> {
  await requireFreshSignIn(platform, request)
  const account = await accountById(platform, userId)
  if (!account || account.email === email) return
  await assertMailAllowed(platform, { kind: 'change_email', userId })
  // Also for an address with an account, where nobody gets it: the same is counted and stored in both cases.
  const token = await issueToken(platform, { kind: 'change_email', userId, validMs: CHANGE_MS, detail: { email } })
  const taken = await accountByEmail(platform, email)
  const { language } = account
  await queueSystemMail(
    platform,
    taken ? takenMail(platform, taken) : changeMail(account, { email, url: linkOf(platform, token) }),
  )
  await queueSystemMail(platform, {
    to: account.email,
    language,
    kind: 'change_email_notice',
    subject: inLanguage(m.account_mail_change_subject, language),
    paragraphs: [inLanguage(text(m.account_mail_change_notice, { name: account.name, email }), language)],
  })
}

const changeMail = ({ name, language }: KnownAccount, { email, url }: { email: string; url: string }): SystemMail => ({
  to: email,
  language,
  kind: 'change_email',
  subject: inLanguage(m.account_mail_change_subject, language),
  paragraphs: [
    inLanguage(text(m.account_mail_change_text, { name, email }), language),
    inLanguage(m.account_mail_change_note, language),
  ],
  action: { label: inLanguage(m.account_mail_change_action, language), url },
})

/** To the owner of an account whose address somebody asked for. It does not say who. */
const takenMail = ({ baseUrl }: Platform, { name, email, language }: KnownAccount): SystemMail => ({
  to: email,
  language,
  kind: 'change_email_taken',
  subject: inLanguage(m.account_mail_taken_subject, language),
  paragraphs: [
    inLanguage(text(m.account_mail_taken_text, { name, email }), language),
    inLanguage(m.account_mail_taken_note, language),
  ],
  action: { label: inLanguage(m.account_mail_taken_action, language), url: `${baseUrl}/signin` },
})

/** In the fragment, which browsers send to no server: the token is in no log. */
const linkOf = (platform: Platform, token: string) => `${platform.baseUrl}/verify-email#${token}`

/**
 * Redeems the link of a verification or of a change of the address: the address counts as verified. Only in a session of the account, so
 * that the owner of a mailbox who opens the link of somebody else's account does not confirm it. Throws unauthenticated (reason
 * `sign_in_first`) without that session, and the link stays unused; unauthenticated (reason `link_used`) for a link that was used, is too
 * old, or whose address the account no longer has; conflict where another account took the address meanwhile.
 */
export async function confirmEmail(
  platform: Platform,
  request: FastifyRequest,
  token: string,
): Promise<{ email: string }> {
  const own = await readAccount(platform, request)
  const done = await inTransaction(platform, async (t) => {
    const now = platform.clock.now()
    const redeemed = await redeemToken(t, { kinds: ['verify_email', 'change_email'], token, now })
    if (!redeemed) return null
    if (redeemed.userId !== own?.userId)
      throw new AppError('unauthenticated', m.error_link_sign_in, { reason: 'sign_in_first' })
    const email = String(redeemed.detail.email)
    const isChange = redeemed.kind === 'change_email'
    const [changed] = await t
      .sql<{ id: UserId }>(
        `UPDATE auth."user" SET email = $2, email_verified = true, updated_at = $3
         WHERE id = $1 AND ($4 OR email = $2) AND disabled_at IS NULL RETURNING id`,
        [redeemed.userId, email, now, isChange],
      )
      .catch((error: unknown) => {
        throw sqlState(error) === '23505' ? emailInUse(error) : error
      })
    return changed ? { userId: changed.id, email, isChange } : null
  })
  if (!done) throw new AppError('unauthenticated', m.error_link_used, { reason: 'link_used' })
  if (done.isChange) await renameMemberships(platform, done.userId, { email: done.email })
  await recordAudit(platform, {
    action: done.isChange ? 'email_changed' : 'email_verified',
    actor: { kind: 'member', id: done.userId, email: done.email },
    address: request.ip,
    requestId: request.id,
  })
  return { email: done.email }
}

const emailInUse = (cause?: unknown) => conflict(m.error_email_in_use, { reason: 'email_in_use', cause })
