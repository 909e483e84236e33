import type { OverviewView } from '#contracts/report/overview.ts'
import * as m from '#i18n/messages.js'
import type { SectionValues } from '#web/admin/desk-address.ts'
import { formatDuration } from '#web/admin/duration.ts'
import { ReviewLine } from '#web/admin/knowledge/review/review-count.tsx'
import { SectionLink } from '#web/admin/section-link.tsx'
import { formatNumber } from '#web/lib/format.ts'
import styles from './figures.module.css'
import { SmallLine } from './figures.tsx'

/** Tickets that count: without demo tickets. */
const counted = (values: SectionValues): SectionValues => ({ ...values, dated: 'created' })

/** Tickets by status, satisfaction and response time as bars and a line, and what waits for the member; each opens its rows. */
export function Performance({ view }: { view: OverviewView }) {
  const { satisfaction, responseSeconds, revenue, waiting } = view
  const formula = m.overview_estimate_help({
    customers: formatNumber(revenue.customers),
    tickets: formatNumber(revenue.tickets),
  })
  return (
    <section className={styles.block} aria-label={m.overview_performance()}>
      <h2>{m.overview_performance()}</h2>
      <Statuses statuses={view.statuses} />
      <div className={styles.status}>
        <SectionLink section="analytics">{m.overview_satisfaction()}</SectionLink>
        <span className={styles.number}>
          {satisfaction.isDefault && `${m.overview_default()}: `}
          {m.overview_satisfaction_of({ percent: formatNumber(satisfaction.value) })}
        </span>
        <Bar share={satisfaction.value / 100} isDefault={satisfaction.isDefault} />
        <span className={styles.note}>
          {satisfaction.ratings === 0 ? m.overview_no_ratings() : m.overview_ratings({ count: satisfaction.ratings })}
        </span>
      </div>
      <div className={styles.status}>
        <SectionLink section="analytics">{m.overview_response()}</SectionLink>
        <span className={styles.number}>
          {responseSeconds.isDefault && `${m.overview_default()}: `}
          {formatDuration(responseSeconds.value)}
        </span>
        <SmallLine values={responseSeconds.line} className={styles.wideLine} />
      </div>
      <p className={styles.note}>{m.overview_revenue_note({ formula })}</p>
      <h2>{m.overview_waiting()}</h2>
      <ul className={styles.list}>
        <li>
          <SectionLink section="tickets" values={counted({ status: 'active', assignee: 'me' })}>
            {m.overview_mine({ count: formatNumber(waiting.mine) })}
          </SectionLink>
        </li>
        <li>
          <SectionLink section="tickets" values={counted({ status: 'active', assignee: 'none' })}>
            {m.overview_unassigned({ count: formatNumber(waiting.unassigned) })}
          </SectionLink>
        </li>
        <li>
          <SectionLink section="tickets" values={counted({ status: 'active', sla: 'soon' })}>
            {m.overview_breaching_soon({ count: formatNumber(waiting.breachingSoon) })}
          </SectionLink>
        </li>
        <ReviewLine />
      </ul>
    </section>
  )
}

function Statuses({ statuses }: Pick<OverviewView, 'statuses'>) {
  const shown = [
    { status: 'open', label: m.common_status_open(), count: statuses.open },
    { status: 'in-progress', label: m.common_status_in_progress(), count: statuses.inProgress },
    { status: 'waiting', label: m.common_status_waiting(), count: statuses.waiting },
    { status: 'resolved', label: m.common_status_resolved(), count: statuses.resolved },
    { status: 'closed', label: m.common_status_closed(), count: statuses.closed },
  ]
  const all = shown.reduce((sum, { count }) => sum + count, 0)
  if (all === 0) return <p className={styles.note}>{m.overview_no_tickets()}</p>
  return (
    <ul className={styles.list} aria-label={m.overview_statuses()}>
      {shown.map(({ status, label, count }) => (
        <li key={status} className={styles.status}>
          <SectionLink section="tickets" values={counted({ status })}>
            {label}
          </SectionLink>
          <span className={styles.number}>{formatNumber(count)}</span>
          <Bar share={count / all} tone={status} />
        </li>
      ))}
    </ul>
  )
}

type BarProps = { share: number; tone?: string; isDefault?: boolean }

/** Decorative: the number beside it says the same. */
function Bar({ share, tone, isDefault }: BarProps) {
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-tone={tone}
      data-default={isDefault || undefined}
    >
      <rect width="100" height="6" />
      <rect width={100 * share} height="6" />
    </svg>
  )
}
