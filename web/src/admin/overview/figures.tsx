import { Tooltip } from '@mantine/core'
import type { OverviewView } from '#contracts/report/overview.ts'
import * as m from '#i18n/messages.js'
import type { SectionValues } from '#web/admin/desk-address.ts'
import { formatDuration } from '#web/admin/duration.ts'
import { SectionLink } from '#web/admin/section-link.tsx'
import type { SectionId } from '#web/admin/sections.ts'
import { formatNumber, pageLocale } from '#web/lib/format.ts'
import { formatPercent } from '#web/lib/format-percent.ts'
import styles from './figures.module.css'

const dollars = (value: number): string =>
  value.toLocaleString(pageLocale(), { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

type Shown = {
  label: string
  section: SectionId
  /** Its rows in the section. */
  values?: SectionValues
  value: string
  note: string | null
  line?: readonly (number | null)[]
  badge?: { label: string; help: string } | null
}

type Change = { value: number; before: number | null; isDefault: boolean }

/** `+12 against yesterday`; null where there is nothing to compare with. */
function changeOf(
  { value, before, isDefault }: Change,
  text: (given: { change: string }) => string,
  format: (by: number) => string = formatNumber,
): string | null {
  if (isDefault || before === null) return null
  const by = value - before
  return by === 0 ? m.overview_same() : text({ change: `${by > 0 ? '+' : '−'}${format(Math.abs(by))}` })
}

const asDefault = ({ isDefault }: Change) =>
  isDefault ? { label: m.overview_default(), help: m.overview_default_help() } : null

function figuresOf(view: OverviewView): Shown[] {
  const { customers, activeTickets, resolvedToday, responseSeconds, satisfaction, revenue } = view
  const { customers: people, tickets } = revenue
  return [
    {
      label: m.overview_customers(),
      section: 'customers',
      value: formatNumber(customers.value),
      note: changeOf(customers, m.overview_than_month),
      line: customers.line,
    },
    {
      label: m.overview_active(),
      section: 'tickets',
      values: { dated: 'unfinished' },
      value: formatNumber(activeTickets.value),
      note: changeOf(activeTickets, m.overview_than_month),
      line: activeTickets.line,
    },
    {
      label: m.overview_resolved(),
      section: 'tickets',
      values: { dated: 'resolved', from: resolvedToday.since },
      value: formatNumber(resolvedToday.value),
      note: changeOf(resolvedToday, m.overview_than_yesterday),
      line: resolvedToday.line,
    },
    {
      label: m.overview_response(),
      section: 'analytics',
      value: formatDuration(responseSeconds.value),
      note: changeOf(responseSeconds, m.overview_than_before, formatDuration) ?? m.overview_median(),
      line: responseSeconds.line,
      badge: asDefault(responseSeconds),
    },
    {
      label: m.overview_satisfaction(),
      section: 'analytics',
      value: formatPercent(satisfaction.value / 100),
      note:
        satisfaction.ratings === 0
          ? m.overview_no_ratings()
          : changeOf(satisfaction, m.overview_than_before, (by) => formatPercent(by / 100)),
      line: satisfaction.line,
      badge: asDefault(satisfaction),
    },
    {
      label: m.overview_revenue(),
      section: 'billing',
      value: dollars(revenue.value),
      note: changeOf(revenue, m.overview_than_month, dollars),
      badge: {
        label: m.overview_estimate(),
        help: m.overview_estimate_help({ customers: formatNumber(people), tickets: formatNumber(tickets) }),
      },
    },
  ]
}

/** The six cards, each a link to its section. */
export function OverviewFigures({ view }: { view: OverviewView }) {
  return (
    <ul className={styles.figures} aria-label={m.overview_figures()}>
      {figuresOf(view).map((shown) => (
        <li key={shown.label} className={styles.figure}>
          <div className={styles.head}>
            <SectionLink section={shown.section} values={shown.values ?? {}} className={styles.link}>
              {shown.label}
            </SectionLink>
            {shown.badge && (
              <Tooltip label={shown.badge.help} multiline w={240}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the explanation opens on focus too */}
                <span className={styles.badge} tabIndex={0}>
                  {shown.badge.label}
                </span>
              </Tooltip>
            )}
          </div>
          <p className={styles.value}>{shown.value}</p>
          {shown.note && <p className={styles.note}>{shown.note}</p>}
          {shown.line && <SmallLine values={shown.line} />}
        </li>
      ))}
    </ul>
  )
}

type LineProps = { values: readonly (number | null)[]; className?: string | undefined }

const WIDTH = 100
const HEIGHT = 24

/** The last fourteen days as a line; days without a value are skipped. Decorative: the figure and its change say the same. */
export function SmallLine({ values, className = styles.line }: LineProps) {
  const known = values.flatMap((value, day) => (value === null ? [] : [{ value, day }]))
  if (known.length < 2) return null
  const top = Math.max(...known.map(({ value }) => value), 1)
  const points = known.map(
    ({ value, day }) => `${(day * WIDTH) / (values.length - 1)},${HEIGHT - 1 - ((HEIGHT - 2) * value) / top}`,
  )
  return (
    <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  )
}
