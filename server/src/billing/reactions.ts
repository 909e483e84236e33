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

/** The owners' mails are in English: a member has no stored language. */
const LANGUAGE: Language = 'en'
const IN = { locale: LANGUAGE }

/** The mails about the plan, to the owners of the business. */
export const billingReactions = (platform: Platform): EventHandler[] => [
  onEvent(usageReached, (t, { kind, percent, limit }) =>
    mailOwners(platform, t, 'plan_usage', (business) => {
      const inputs = { business, what: kind, percent, limit }
      const after = percent < 100 ? m.billing_mail_usage_near : m.billing_mail_usage_full
      return {
        subject: m.billing_mail_usage_subject(inputs, IN),
        paragraphs: [m.billing_mail_usage(inputs, IN), after(inputs, IN)],
      }
    }),
  ),
  onEvent(planChanged, async (t, { before, after }) => {
    const compose = before && paymentMailOf(before, after)
    if (compose) await mailOwners(platform, t, `plan_${after.status}`, compose)
  }),
]

type Composed = { subject: string; paragraphs: string[] }

/** What the owners are told of a change of the payment; null for what they did themselves. */
function paymentMailOf(before: SubscriptionRow, after: SubscriptionRow): ((business: string) => Composed) | null {
  if (before.status === after.status || !after.endsAt) return null
  const date = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'long', timeZone: 'UTC' }).format(after.endsAt)
  if (after.status === 'past_due')
    return (business) => ({
      subject: m.billing_mail_failed_subject({ business }, IN),
      paragraphs: [m.billing_mail_failed({ business, date }, IN)],
    })
  if (after.status !== 'canceled') return null
  return (business) => ({
    subject: m.billing_mail_canceled_subject({ business }, IN),
    paragraphs: [m.billing_mail_canceled({ business, date }, IN)],
  })
}

async function mailOwners(
  platform: Platform,
  t: Tx,
  kind: string,
  compose: (business: string) => Composed,
): Promise<void> {
  const [{ name }, owners] = await Promise.all([readTenant(t), listOwners(t)])
  const action = {
    label: m.billing_mail_open({}, IN),
    url: `${platform.baseUrl}/admin?section=billing`,
  }
  for (const { email } of owners)
    await queueSystemMail(t, { to: email, language: LANGUAGE, kind, ...compose(name), action })
}
