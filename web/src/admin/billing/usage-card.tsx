import type { BillingView } from '#contracts/billing/billing.ts'
import * as m from '#i18n/messages.js'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import styles from './billing.module.css'
import { Card } from './card.tsx'

/** What is used of each limit, as bars. */
export function UsageCard({ view: { usage, month } }: { view: BillingView }) {
  return (
    <Card id="usage" title={m.billing_usage()}>
      <p className={styles.text}>{m.billing_usage_month({ from: formatDate(month.from), to: formatDate(month.to) })}</p>
      <dl className={styles.bars}>
        <Bar label={m.billing_usage_tickets()} help={m.billing_usage_tickets_help()} {...usage.tickets} />
        <Bar label={m.billing_usage_ai()} help={m.billing_usage_ai_help()} {...usage.aiInteractions} />
        <Bar label={m.billing_usage_seats()} {...usage.seats} />
      </dl>
    </Card>
  )
}

/** From here on a bar is coloured as a warning. */
const WARNING_SHARE = 0.8

type BarProps = { label: string; help?: string; used: number; limit: number }

function Bar({ label, help, used, limit }: BarProps) {
  const share = limit === 0 ? 1 : used / limit
  const level = share >= 1 ? 'full' : share >= WARNING_SHARE ? 'near' : undefined
  return (
    <div className={styles.bar}>
      <dt>{label}</dt>
      <dd>
        <span>{m.billing_usage_of({ used: formatNumber(used), limit: formatNumber(limit) })}</span>
        <span className={styles.track} data-level={level} aria-hidden="true">
          <span style={{ width: `${Math.min(100, share * 100)}%` }} />
        </span>
        {help && level && <span className={styles.help}>{help}</span>}
      </dd>
    </div>
  )
}
