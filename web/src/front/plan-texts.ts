import type { CheckoutView } from '#contracts/billing/checkout.ts'
import type { Plan, PlanFeature } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'
import { formatNumber, pageLocale } from '#web/lib/format.ts'

const FEATURES: Record<PlanFeature, () => string> = {
  aiSupport: m.landing_feature_ai_support,
  ticketManagement: m.landing_feature_tickets,
  analytics: m.landing_feature_analytics,
  customBranding: m.landing_feature_branding,
  customDomain: m.landing_feature_domain,
  apiAccess: m.landing_feature_api,
  whiteLabel: m.landing_feature_white_label,
}

/** `$15`, by the page's language. */
export const priceText = (cents: number): string =>
  (cents / 100).toLocaleString(pageLocale(), { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

/** How a price is due: `per month, after 7 days free`. */
export function dueText({ price }: Plan): string {
  if (!price || price.period === 'once') return m.landing_price_once()
  return price.trialDays > 0 ? m.landing_price_trial({ days: price.trialDays }) : m.landing_price_month()
}

const DAY_MS = 86_400_000
const dayText = (at: Date): string => at.toLocaleDateString(pageLocale(), { dateStyle: 'long' })

/** What is charged and when, for who starts today; nothing for a plan without a trial, whose price says it. */
export function chargeFromToday({ price }: Plan): string | null {
  if (!price?.trialDays) return null
  const date = dayText(new Date(Date.now() + price.trialDays * DAY_MS))
  return m.landing_charge_from_today({ date, price: priceText(price.cents) })
}

/** What is charged and when, of a checkout; before the payment as if it were made today. */
export function chargeOf({ price, trialEndsAt, status }: CheckoutView): string | null {
  if (!price) return null
  const amount = priceText(price.cents)
  if (price.period === 'once') return m.landing_charge_once({ price: amount })
  const ends = status === 'open' ? Date.now() + price.trialDays * DAY_MS : trialEndsAt && Date.parse(trialEndsAt)
  return ends
    ? m.landing_charge_trial({ date: dayText(new Date(ends)), price: amount })
    : m.landing_charge_month({ price: amount })
}

/** What is in a plan: its limits, then its features. */
export function contentsOf({ limits, features }: Plan): string[] {
  return [
    m.landing_limit_tickets({ count: formatNumber(limits.tickets) }),
    m.landing_limit_ai({ count: formatNumber(limits.aiInteractions) }),
    m.landing_limit_seats({ count: formatNumber(limits.seats) }),
    ...features.map((feature) => FEATURES[feature]()),
  ]
}
