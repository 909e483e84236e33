import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { AppError } from '#server/platform/errors.ts'
import { enqueueJob } from '#server/platform/jobs/enqueue.ts'
import { job } from '#server/platform/jobs/job.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashToken } from '#server/platform/secrets/tokens.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { accountByEmail, accountById } from './accounts.ts'
import { recordAudit } from './audit.ts'
import { hashNewPassword } from './create-account.ts'
import { isMailAllowed } from './mail-budget.ts'
import { issueToken, redeemToken } from './one-time-tokens.ts'
import { proveEmailIn } from './prove-email.ts'
import { setPassword, tellPasswordChanged } from './set-password.ts'
import { inTransaction } from './transaction.ts'

const VALID_MS = 3_600_000

/**
 * Mails the link that sets a new password, at most three within an hour. An address without an account gets no mail, and whoever asks
 * learns nothing from that: the answer is the same, and so is its time, since a job looks for the account.
 */
export async function requestPasswordReset(platform: Platform, request: FastifyRequest, email: string): Promise<void> {
  await recordAudit(platform, {
    action: 'password_reset_requested',
    actor: { kind: 'unauthenticated', email },
    address: request.ip,
    requestId: request.id,
  })
  await enqueueJob(platform, mailPasswordReset, { email })
}

/** One at a time, so that several requests at once do not exceed the three mails of an hour. */
export const mailPasswordReset = job<{ email: string }>({
  name: 'identity.mailPasswordReset',
  payload: z.object({ email: z.string() }),
  concurrency: 1,
  isUrgent: true,
  run: (platform, { email }) => mailLink(platform, email),
})

async function mailLink(platform: Platform, email: string): Promise<void> {
  const account = await accountByEmail(platform, email)
  const kind = 'reset_password'
  if (!account || account.isDisabled || !(await isMailAllowed(platform, { kind, userId: account.userId }))) return
  const token = await issueToken(platform, { kind, userId: account.userId, validMs: VALID_MS })
  const { language } = account
  await queueSystemMail(platform, {
    to: account.email,
    language,
    kind,
    subject: inLanguage(m.account_mail_reset_subject, language),
    paragraphs: [
      inLanguage(text(m.account_mail_reset_text, { name: account.name }), language),
      inLanguage(m.account_mail_reset_note, language),
    ],
    action: {
      label: inLanguage(m.account_mail_reset_action, language),
      // In the fragment, which browsers send to no server: the token is in no log.
      url: `${platform.baseUrl}/reset-password#${token}`,
    },
  })
}

const linkUsed = () => new AppError('unauthenticated', m.error_link_used, { reason: 'link_used' })

/**
 * Sets a new password by the link of a mail. Every session of the person ends. Whoever opened the link reads the mailbox, so that the address
 * counts as verified; two-factor stays, but where that is the first proof of the address (`proveEmailIn`). Throws unauthenticated (reason `link_used`), and invalid_input for a password that cannot be used, after which the link
 * still works.
 */
export async function resetPassword(
  platform: Platform,
  request: FastifyRequest,
  given: { linkToken: string; password: string },
): Promise<void> {
  const account = await ownerOfLink(platform, given.linkToken)
  if (!account) throw linkUsed()
  const password = await hashNewPassword(platform, given.password, account)
  const now = platform.clock.now()
  await inTransaction(platform, async (t) => {
    const redeemed = await redeemToken(t, { kinds: ['reset_password'], token: given.linkToken, now })
    if (!redeemed) throw linkUsed()
    const { userId, email } = account
    const origin = { address: request.ip, requestId: request.id }
    await proveEmailIn(t, { userId, email, by: 'reset_link', now, origin })
    await setPassword(t, { userId, password, now })
    await t.sql('DELETE FROM auth.session WHERE user_id = $1', [userId])
  })
  await recordAudit(platform, {
    action: 'password_reset',
    actor: { kind: 'member', id: account.userId, email: account.email },
    address: request.ip,
    requestId: request.id,
  })
  await tellPasswordChanged(platform, account)
}

/** Whose password a link sets; does not use it up. */
async function ownerOfLink(platform: Platform, token: string) {
  const [row] = await platform.db.query<{ user_id: UserId }>(
    `SELECT user_id FROM auth.one_time_token
     WHERE token_hash = $1 AND kind = 'reset_password' AND used_at IS NULL AND expires_at > $2`,
    [hashToken(token), platform.clock.now()],
  )
  const account = row ? await accountById(platform, row.user_id) : null
  return account?.isDisabled ? null : account
}
