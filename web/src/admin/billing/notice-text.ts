import type { BillingNotice } from '#contracts/billing/billing.ts'
import * as m from '#i18n/messages.js'
import { formatDate, formatNumber } from '#web/lib/format.ts'

/** A notice as the banner says it. The banner is loaded with every section: nothing else of Billing is imported here. */
export function noticeText({ kind, percent, limit, at }: BillingNotice): string {
  const date = at ? formatDate(at) : ''
  const inputs = { percent: percent ?? 0, limit: formatNumber(limit ?? 0), date }
  switch (kind) {
    case 'ended':
      return m.billing_notice_ended()
    case 'refunded':
      return m.billing_notice_refunded()
    case 'past_due':
      return m.billing_notice_past_due({ date })
    case 'canceled':
      return m.billing_notice_canceled({ date })
    case 'tickets':
      return m.billing_notice_tickets(inputs)
    case 'aiInteractions':
      return m.billing_notice_ai(inputs)
  }
}
