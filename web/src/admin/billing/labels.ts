import type { BillingView, InvoiceView } from '#contracts/billing/billing.ts'
import type { Plan, PlanFeature } from '#contracts/billing/plan.ts'
import * as m from '#i18n/messages.js'
import { formatDate, pageLocale } from '#web/lib/format.ts'

/** `$15`, or `$15.50`: an amount in cents of a currency. */
export const formatMoney = (cents: number, currency = 'usd'): string =>
  new Intl.NumberFormat(pageLocale(), {
    style: 'currency',
    currency,
    minimumFractionDigits: cents % 100 === 0 ? 0 : 2,
  }).format(cents / 100)

export function priceOf({ price }: Plan): string {
  if (!price) return m.billing_price_none()
  const amount = { price: formatMoney(price.cents) }
  return price.period === 'month' ? m.billing_price_month(amount) : m.billing_price_once(amount)
}

export const featureNames: Record<PlanFeature, () => string> = {
  aiSupport: m.billing_feature_aiSupport,
  ticketManagement: m.billing_feature_ticketManagement,
  analytics: m.billing_feature_analytics,
  customBranding: m.billing_feature_customBranding,
  customDomain: m.billing_feature_customDomain,
  apiAccess: m.billing_feature_apiAccess,
  whiteLabel: m.billing_feature_whiteLabel,
}

/** Every feature, in the order of the list. */
export const featureIds = Object.keys(featureNames) as PlanFeature[]

const statusNames: Record<BillingView['status'], () => string> = {
  trialing: m.billing_status_trialing,
  active: m.billing_status_active,
  past_due: m.billing_status_past_due,
  canceled: m.billing_status_canceled,
  refunded: m.billing_status_refunded,
}

export const statusOf = ({ status, isInForce }: BillingView): string =>
  isInForce || status === 'refunded' ? statusNames[status]() : m.billing_status_ended()

/** When the next payment is due, or when the plan ends. */
export function paymentSentence({ status, isInForce, trialEndsAt, nextBillingAt, endsAt }: BillingView): string {
  const at = (instant: string) => ({ date: formatDate(instant) })
  if (endsAt && !isInForce) return status === 'refunded' ? m.billing_refunded(at(endsAt)) : m.billing_ended(at(endsAt))
  if (endsAt) return status === 'past_due' ? m.billing_past_due(at(endsAt)) : m.billing_ends(at(endsAt))
  if (trialEndsAt) return m.billing_trial(at(trialEndsAt))
  return nextBillingAt ? m.billing_next(at(nextBillingAt)) : m.billing_never()
}

export const invoiceStatusNames: Record<InvoiceView['status'], () => string> = {
  draft: m.billing_invoice_draft,
  open: m.billing_invoice_open,
  paid: m.billing_invoice_paid,
  uncollectible: m.billing_invoice_uncollectible,
  void: m.billing_invoice_void,
}
