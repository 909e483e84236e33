import type { FastifyRequest } from 'fastify'
import type { UserId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { SignedIn } from '#server/platform/actor.ts'
import { invalid } from '#server/platform/errors.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { accountById, type KnownAccount } from './accounts.ts'
import { recordAudit } from './audit.ts'
import { type HashedPassword, hashNewPassword, insertLogin } from './create-account.ts'
import { requireFreshSignIn } from './fresh-sign-in.ts'
import { revokeTokens } from './one-time-tokens.ts'
import { assertOwnPassword } from './password-check.ts'
import { inTransaction, type Statements } from './transaction.ts'

const REVOKED = ['reset_password', 'change_email', 'second_step'] as const

/**
 * Replaces the password of an account, or gives it its first one. What was begun with the former one is over: links to reset it and to
 * change the address, and sign-ins that wait for their second step.
 */
export async function setPassword(
  t: Statements,
  { userId, password, now }: { userId: UserId; password: HashedPassword; now: Date },
): Promise<void> {
  for (const kind of REVOKED) await revokeTokens(t, { kind, userId, now })
  const changed = await t.sql(
    `UPDATE auth.account SET password = $2, updated_at = $3 WHERE user_id = $1 AND provider_id = 'credential' RETURNING id`,
    [userId, password, now],
  )
  if (changed.length > 0) return
  await insertLogin(t, { userId, accountId: userId, providerId: 'credential', password })
}

/**
 * Changes the password of a signed-in person, who gives the present one; an account without one wants a fresh sign-in instead. The other
 * sessions end. Throws invalid_input for the wrong present password and for a new one that cannot be used.
 */
export async function changePassword(
  platform: Platform,
  request: FastifyRequest,
  actor: SignedIn,
  given: { currentPassword?: string | undefined; newPassword: string },
): Promise<void> {
  const account = await accountById(platform, actor.userId)
  if (!account) return
  if (account.hasPassword) {
    if (!given.currentPassword) throw invalid({ 'body.currentPassword': m.error_enter_password })
    const password = given.currentPassword
    await assertOwnPassword(platform, request, actor, { password, path: 'body.currentPassword' })
  } else {
    await requireFreshSignIn(platform, request)
  }
  const password = await hashNewPassword(platform, given.newPassword, account, 'body.newPassword')
  const now = platform.clock.now()
  const { userId, sessionId } = actor
  await inTransaction(platform, async (t) => {
    await setPassword(t, { userId, password, now })
    await t.sql('DELETE FROM auth.session WHERE user_id = $1 AND id <> $2', [userId, sessionId])
  })
  await recordAudit(platform, {
    action: 'password_changed',
    actor: { kind: 'member', id: userId, email: actor.email },
    address: request.ip,
    requestId: request.id,
  })
  await tellPasswordChanged(platform, account)
}

/** Tells the person by mail, so that they learn of a change that they did not make. */
export const tellPasswordChanged = (platform: Platform, { email, name, language }: KnownAccount): Promise<void> =>
  queueSystemMail(platform, {
    to: email,
    language,
    kind: 'password_changed',
    subject: inLanguage(m.account_mail_changed_subject, language),
    paragraphs: [inLanguage(text(m.account_mail_changed_text, { name }), language)],
    action: {
      label: inLanguage(m.account_mail_changed_action, language),
      url: `${platform.baseUrl}/forgot-password`,
    },
  })
