import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { planNameIn } from '#server/billing/plan-name.ts'
import type { CheckoutRow } from '#server/billing/schema.ts'
import type { RecurringJob } from '#server/platform/jobs/job.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { listAbandoned, remindOnce } from './queries.ts'
import { returnUrlOf } from './start.ts'

/** A payer who has no account by then is told how to go on. */
const ABANDONED_AFTER_MS = 30 * 60_000
const BATCH = 100

/** Mails the link of the sign-up, once, to whoever paid and made no account. */
export async function remindAbandoned(platform: Platform): Promise<void> {
  const before = new Date(platform.clock.now().getTime() - ABANDONED_AFTER_MS)
  for (const row of await listAbandoned(platform, before, BATCH)) {
    const { email } = row
    if (email) await remindOnce(platform, row.id, () => mailLink(platform, row, email))
  }
}

function mailLink(platform: Platform, row: CheckoutRow, to: string): Promise<void> {
  const language = row.language as Language
  const plan = planNameIn(row.planId, language)
  return queueSystemMail(platform, {
    to,
    language,
    kind: 'checkout_resume',
    subject: m.billing_mail_resume_subject({}, { locale: language }),
    paragraphs: [m.billing_mail_resume({ plan }, { locale: language })],
    action: { label: m.billing_mail_resume_action({}, { locale: language }), url: returnUrlOf(platform, row) },
  })
}

export const remindAbandonedCheckouts: RecurringJob = {
  name: 'billing.remind_abandoned',
  everySeconds: 300,
  run: remindAbandoned,
}
