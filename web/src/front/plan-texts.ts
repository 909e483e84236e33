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

/** What is in a plan: its limits, then its features. */
export function contentsOf({ limits, features }: Plan): string[] {
  return [
    m.landing_limit_tickets({ count: formatNumber(limits.tickets) }),
    m.landing_limit_ai({ count: formatNumber(limits.aiInteractions) }),
    m.landing_limit_seats({ count: formatNumber(limits.seats) }),
    ...features.map((feature) => FEATURES[feature]()),
  ]
}
