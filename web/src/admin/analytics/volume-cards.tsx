import type { TicketReport } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { ChartCard, type Series } from './chart-card.tsx'
import { bucketsOf, rowsOf } from './rows.ts'

const CREATED: Series = {
  name: () => m.analytics_created(),
  key: 'created',
  color: 'var(--open-mark)',
  rowsOf: (span) => rowsOf('created', span),
}
const RESOLVED: Series = {
  name: () => m.analytics_resolved(),
  key: 'resolved',
  color: 'var(--resolved-mark)',
  rowsOf: (span) => rowsOf('resolved', span),
}
const BACKLOG: Series = {
  name: () => m.analytics_backlog(),
  key: 'backlog',
  color: 'var(--accent-fill)',
  rowsOf: (span) => rowsOf('unfinished', span),
}

/** Tickets created and resolved, by day or by week. */
export const VolumeCard = ({ report }: { report: TicketReport }) => (
  <ChartCard title={m.analytics_volume()} buckets={bucketsOf(report)} series={[CREATED, RESOLVED]} />
)

/** Unfinished tickets at the end of each day or week. */
export const BacklogCard = ({ report }: { report: TicketReport }) => (
  <ChartCard title={m.analytics_backlog_over_time()} buckets={bucketsOf(report)} series={[BACKLOG]} />
)
