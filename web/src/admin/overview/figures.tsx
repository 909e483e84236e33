import { Tooltip } from '@mantine/core'
import type { MouseEvent } from 'react'
import type { OverviewView } from '#contracts/report/overview.ts'
import * as m from '#i18n/messages.js'
import { openSection, sectionHref } from '#web/admin/desk-address.ts'
import type { SectionId } from '#web/admin/sections.ts'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { formatNumber, pageLocale } from '#web/lib/format.ts'
import styles from './figures.module.css'

const HOUR = 3600

/** Seconds as hours or minutes: `2.3 h`, `4 min`. */
const duration = (seconds: number): string =>
  seconds >= HOUR
    ? m.overview_hours({ hours: formatNumber(Math.round((10 * seconds) / HOUR) / 10) })
    : m.overview_minutes({ minutes: formatNumber(Math.round(seconds / 60)) })

const dollars = (value: number): string =>
  value.toLocaleString(pageLocale(), { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })

type Shown = {
  label: string
  section: SectionId
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
      value: formatNumber(activeTickets.value),
      note: changeOf(activeTickets, m.overview_than_month),
      line: activeTickets.line,
    },
    {
      label: m.overview_resolved(),
      section: 'tickets',
      value: formatNumber(resolvedToday.value),
      note: changeOf(resolvedToday, m.overview_than_yesterday),
      line: resolvedToday.line,
    },
    {
      label: m.overview_response(),
      section: 'analytics',
      value: duration(responseSeconds.value),
      note: changeOf(responseSeconds, m.overview_than_before, duration) ?? m.overview_median(),
      line: responseSeconds.line,
      badge: asDefault(responseSeconds),
    },
    {
      label: m.overview_satisfaction(),
      section: 'analytics',
      value: `${formatNumber(satisfaction.value)}%`,
      note:
        satisfaction.ratings === 0
          ? m.overview_no_ratings()
          : changeOf(satisfaction, m.overview_than_before, (by) => `${formatNumber(by)}%`),
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
            <a
              className={styles.link}
              href={sectionHref(shown.section)}
              onClick={(event: MouseEvent<HTMLAnchorElement>) => {
                if (!isFollowedHere(event)) return
                event.preventDefault()
                openSection(shown.section)
              }}
            >
              {shown.label}
            </a>
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

const WIDTH = 100
const HEIGHT = 24

/** The last fourteen days as a line; days without a value are skipped. Decorative: the figure and its change say the same. */
function SmallLine({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, day) => (value === null ? [] : [{ value, day }]))
  if (known.length < 2) return null
  const top = Math.max(...known.map(({ value }) => value), 1)
  const points = known.map(
    ({ value, day }) => `${(day * WIDTH) / (values.length - 1)},${HEIGHT - 1 - ((HEIGHT - 2) * value) / top}`,
  )
  return (
    <svg className={styles.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <polyline points={points.join(' ')} />
    </svg>
  )
}
