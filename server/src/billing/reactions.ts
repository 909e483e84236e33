import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { planChanged, usageReached } from './events.ts'
import { listOwners } from './queries.ts'
import type { SubscriptionRow } from './schema.ts'

/** The mails about the plan, to the owners of the business, each in the language of their account. */
export const billingReactions = (platform: Platform): EventHandler[] => [
  onEvent(usageReached, (t, { kind, percent, limit }) =>
    mailOwners(platform, t, 'plan_usage', (business, locale) => {
      const inputs = { business, what: kind, percent, limit: limit.toLocaleString(locale) }
      const after = percent < 100 ? m.billing_mail_usage_near : m.billing_mail_usage_full
      return {
        subject: m.billing_mail_usage_subject(inputs, { locale }),
        paragraphs: [m.billing_mail_usage(inputs, { locale }), after(inputs, { locale })],
      }
    }),
  ),
  onEvent(planChanged, async (t, { before, after }) => {
    const compose = before && paymentMailOf(before, after)
    if (compose) await mailOwners(platform, t, `plan_${after.status}`, compose)
  }),
]

type Compose = (business: string, locale: Language) => { subject: string; paragraphs: string[] }

const PAYMENT_MAILS = {
  past_due: [m.billing_mail_failed_subject, m.billing_mail_failed],
  canceled: [m.billing_mail_canceled_subject, m.billing_mail_canceled],
  refunded: [m.billing_mail_refunded_subject, m.billing_mail_refunded],
} as const

/** What the owners are told of a change of the payment; null for what they did themselves. */
function paymentMailOf(before: SubscriptionRow, { status, endsAt }: SubscriptionRow): Compose | null {
  if (before.status === status || !endsAt || status === 'trialing' || status === 'active') return null
  const [subject, sentence] = PAYMENT_MAILS[status]
  return (business, locale) => {
    const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(endsAt)
    return { subject: subject({ business }, { locale }), paragraphs: [sentence({ business, date }, { locale })] }
  }
}

async function mailOwners(platform: Platform, t: Tx, kind: string, compose: Compose): Promise<void> {
  const [{ name }, owners] = await Promise.all([readTenant(t), listOwners(t)])
  const url = `${platform.baseUrl}/admin?section=billing`
  for (const { email, language } of owners) {
    const action = { label: m.billing_mail_open({}, { locale: language }), url }
    await queueSystemMail(t, { to: email, language, kind, ...compose(name, language), action })
  }
}
