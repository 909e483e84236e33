import type { Language } from '#contracts/languages.ts'
import { CODE_MINUTES } from '#contracts/notification/confirmation-code.ts'
import * as m from '#i18n/messages.js'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import { assertMayReachStranger } from '#server/platform/mail/stranger-limit.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { inLanguage, text } from '#server/platform/text/message.ts'
import { confirmSupportEmailIn, readTenant, recordActivity } from '#server/tenant/service.ts'
import { redeemCode, writeCode } from './confirmation-codes.ts'
import { MANAGE_MAIL } from './policy.ts'
import { findNotifiedMember } from './preference-queries.ts'

type SupportEmail = { email: string; isConfirmed: boolean }

/**
 * Mails a code to the saved support address, which may be a stranger's; the caller's own proved address is confirmed at once. Throws
 * forbidden for agents, conflict without a support address, rate_limited beyond the limits of messages to strangers.
 */
export async function sendSupportEmailCode(tenant: Tenant, actor: Member): Promise<SupportEmail> {
  requireRole(actor, MANAGE_MAIL)
  return tenant.tx(async (t) => {
    const [{ name, businessInfo }, found] = await Promise.all([readTenant(t), findNotifiedMember(t, actor.userId)])
    const email = businessInfo.supportEmail.trim()
    if (email === '') throw conflict(m.error_support_email_missing)
    if (found?.isVerified && mailboxOf(found.member.email) === mailboxOf(email)) return confirm(t, actor, email)
    await assertMayReachStranger(t, mailboxOf(email))
    const code = await writeCode(t, tenant.platform, { kind: 'support_email', userId: actor.userId, recipient: email })
    await mailCode(t, { email, business: name, code, language: found?.language ?? 'en' })
    return { email, isConfirmed: false }
  })
}

type CodeMail = { email: string; business: string; code: string; language: Language }

async function mailCode(t: Tx, { email, business, code, language }: CodeMail): Promise<void> {
  await queueSystemMail(t, {
    to: email,
    language,
    kind: 'support_email_code',
    subject: inLanguage(text(m.support_email_code_subject, { business }), language),
    paragraphs: [
      inLanguage(text(m.support_email_code_text, { business, email }), language),
      code,
      inLanguage(text(m.support_email_code_valid, { business, minutes: CODE_MINUTES }), language),
    ],
  })
}

/** Uses the support address from now on. Throws forbidden for agents, conflict (reason `wrong_code`) for a wrong or old code. */
export async function confirmSupportEmail(tenant: Tenant, actor: Member, code: string): Promise<SupportEmail> {
  requireRole(actor, MANAGE_MAIL)
  const given = { kind: 'support_email' as const, userId: actor.userId, code }
  const confirmed = await redeemCode(tenant, given, (t, email) => confirm(t, actor, email))
  if (!confirmed) throw conflict(m.error_support_email_code, { reason: 'wrong_code' })
  return confirmed
}

/** The address that a code was sent to; another one that was saved meanwhile stays unconfirmed. */
async function confirm(t: Tx, actor: Member, email: string): Promise<SupportEmail> {
  await confirmSupportEmailIn(t, email)
  await recordActivity(t, actor, { action: text(m.activity_support_email, { email }), type: 'settings_update' })
  return { email, isConfirmed: true }
}
