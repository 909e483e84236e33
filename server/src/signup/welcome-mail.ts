import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { isStripeConnected, planNameIn, planOf } from '#server/billing/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { queueSystemMail } from '#server/platform/mail/system-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { dateFormat } from '#server/platform/text/date-format.ts'
import { readTenant } from '#server/tenant/service.ts'
import { readCustomerLinks } from './customer-links.ts'

/**
 * Queues the mail with the four links, what is charged and when, and the next step, in the language of the sign-up. To be called once the
 * portal has its address. It says nothing that the recipient entered: the address is not confirmed yet and may be a stranger's.
 */
export async function queueWelcomeMail(t: Tx, platform: Platform, to: string, language: Language): Promise<void> {
  const locale = { locale: language }
  const links = await readCustomerLinks(t, platform, await readTenant(t), language)
  const { plan } = await planOf(t)
  await queueSystemMail(t, {
    to,
    language,
    kind: 'welcome',
    subject: m.signup_mail_subject({}, locale),
    paragraphs: [
      m.signup_mail_text({}, locale),
      m.signup_mail_next({}, locale),
      ...(isStripeConnected(platform) ? [] : [m.signup_test_payment({}, locale)]),
      m.signup_mail_links({}, locale),
    ],
    facts: [
      ...links.map(({ title, url }) => ({ label: title, value: url, isLink: true })),
      { label: m.signup_mail_plan({}, locale), value: planNameIn(plan.id, language) },
      { label: m.signup_mail_cost({}, locale), value: await costText(t, language) },
    ],
    action: { label: m.signup_mail_action({}, locale), url: `${platform.baseUrl}/admin` },
  })
}

/** What the plan costs and when it is charged, by the subscription as it is. */
async function costText(t: Tx, language: Language): Promise<string> {
  const locale = { locale: language }
  const { plan, subscription } = await planOf(t)
  if (subscription.source !== 'checkout' || !plan.price) return m.signup_mail_gift({}, locale)
  const format = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const
  const price = (plan.price.cents / 100).toLocaleString(language, format)
  if (plan.price.period === 'once') return m.landing_charge_once({ price }, locale)
  if (!subscription.trialEndsAt) return m.landing_charge_month({ price }, locale)
  return m.landing_charge_trial({ price, date: await dateIn(t, subscription.trialEndsAt, language) }, locale)
}

/** A day in the business's time zone. */
async function dateIn(t: Tx, at: Date, language: Language): Promise<string> {
  const { timezone } = (await readTenant(t)).businessInfo
  return dateFormat(language, { dateStyle: 'long', timeZone: timezone }).format(at)
}
