import type { AssistantReport, TicketReport } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import type { SectionValues } from '#web/admin/desk-address.ts'
import { formatDuration } from '#web/admin/duration.ts'
import { SectionLink } from '#web/admin/section-link.tsx'
import { formatNumber, pageLocale } from '#web/lib/format.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import styles from './analytics.module.css'
import { rowsOf } from './rows.ts'

type Compared = { value: number | null; before: number | null }
type Figure = {
  label: string
  value: string
  change: string | null
  note: string | null
  /** The rows behind it: tickets, or null where the figure has none. */
  rows: SectionValues | null
}

const formatStars = (stars: number): string => stars.toLocaleString(pageLocale(), { maximumFractionDigits: 2 })

/** `+12 against the period before`; null where one of the two is unknown. */
function changeOf({ value, before }: Compared, format: (by: number) => string): string | null {
  if (value === null || before === null) return null
  const by = value - before
  return by === 0
    ? m.analytics_unchanged()
    : m.analytics_change({ change: `${by > 0 ? '+' : '−'}${format(Math.abs(by))}` })
}

const orDash = (value: number | null, format: (value: number) => string): string =>
  value === null ? m.common_none() : format(value)

function durationFigure(
  label: string,
  { count, median, p90 }: TicketReport['resolution'],
  rows: SectionValues,
): Figure {
  return {
    label,
    value: orDash(median.value, formatDuration),
    change: changeOf(median, formatDuration),
    note:
      p90.value === null
        ? m.analytics_nothing_measured()
        : m.analytics_spread({ p90: formatDuration(p90.value), count: formatNumber(count) }),
    rows,
  }
}

const ratingFigure = (
  label: string,
  { count, average }: TicketReport['satisfaction'],
  rows: SectionValues | null,
): Figure => ({
  label,
  value: average.value === null ? m.analytics_no_ratings() : m.analytics_stars({ stars: formatStars(average.value) }),
  change: changeOf(average, formatStars),
  note: count.value === 0 ? null : m.analytics_ratings({ count: count.value }),
  rows,
})

function figuresOf(report: TicketReport, assistant: AssistantReport | null): Figure[] {
  const { period, created, resolved, backlog, satisfaction, firstResponse, resolution } = report
  const countOf = (label: string, figure: Compared & { value: number }, rows: SectionValues): Figure => ({
    label,
    value: formatNumber(figure.value),
    change: changeOf(figure, formatNumber),
    note: null,
    rows,
  })
  return [
    countOf(m.analytics_created(), created, rowsOf('created', period)),
    countOf(m.analytics_resolved(), resolved, rowsOf('resolved', period)),
    countOf(m.analytics_backlog(), backlog, rowsOf('unfinished', period)),
    ratingFigure(m.analytics_satisfaction(), satisfaction, rowsOf('rated', period)),
    durationFigure(m.analytics_first_response(), firstResponse, rowsOf('answered', period)),
    durationFigure(m.analytics_resolution(), resolution, rowsOf('resolved', period)),
    ...(assistant ? assistantFigures(assistant) : []),
  ]
}

function assistantFigures({ outcomes, share, satisfaction }: AssistantReport): Figure[] {
  const { confirmed, assumed, returned, person } = outcomes
  const sum = (key: 'value' | 'before') => confirmed[key] + assumed[key] + returned[key] + person[key]
  const chats = { value: sum('value'), before: sum('before') }
  return [
    {
      label: m.analytics_share(),
      value: orDash(share.value, formatPercent),
      change: changeOf(share, (by) => m.analytics_points({ points: formatNumber(Math.round(100 * by)) })),
      note: m.analytics_share_note({
        confirmed: formatNumber(confirmed.value),
        assumed: formatNumber(assumed.value),
      }),
      rows: null,
    },
    {
      label: m.analytics_chats(),
      value: formatNumber(chats.value),
      change: changeOf(chats, formatNumber),
      note: null,
      rows: null,
    },
    ratingFigure(m.analytics_chat_satisfaction(), satisfaction, null),
  ]
}

/** The figures of the period, each with its change; those of tickets open their tickets, those of chats are split below. */
export function Figures({ report, assistant }: { report: TicketReport; assistant: AssistantReport | null }) {
  return (
    <ul className={styles.figures} aria-label={m.analytics_figures()}>
      {figuresOf(report, assistant).map(({ label, value, change, note, rows }) => (
        <li key={label} className={styles.figure}>
          {rows ? (
            <SectionLink section="tickets" values={rows} className={styles.figureLink}>
              {label}
            </SectionLink>
          ) : (
            <span className={styles.label}>{label}</span>
          )}
          <p className={styles.value}>{value}</p>
          {note && <p className={styles.note}>{note}</p>}
          {change && <p className={styles.note}>{change}</p>}
        </li>
      ))}
    </ul>
  )
}
