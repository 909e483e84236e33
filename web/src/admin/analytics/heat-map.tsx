import { type KeyboardEvent, useId, useRef, useState } from 'react'
import type { TicketReport } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { SectionLink } from '#web/admin/section-link.tsx'
import { Card } from '#web/kit/surface.tsx'
import { formatNumber, pageLocale } from '#web/lib/format.ts'
import styles from './analytics.module.css'
import { rowsOf } from './rows.ts'

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
/** The busiest hour is shaded so much, in percent: its number stays readable. */
const DARKEST = 55

/** 1 January 2024 was a Monday. */
const weekdayName = (weekday: number, form: 'short' | 'long') =>
  new Intl.DateTimeFormat(pageLocale(), { weekday: form, timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

/** `09:00 – 10:00`. */
const hourName = (hour: number): string =>
  `${String(hour).padStart(2, '0')}:00 – ${String(hour + 1).padStart(2, '0')}:00`

type Cell = { weekday: number; hour: number }
const isSame = (a: Cell, b: Cell) => a.weekday === b.weekday && a.hour === b.hour

const MOVES: Record<string, Cell> = {
  ArrowRight: { weekday: 0, hour: 1 },
  ArrowLeft: { weekday: 0, hour: -1 },
  ArrowDown: { weekday: 1, hour: 0 },
  ArrowUp: { weekday: -1, hour: 0 },
}
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/**
 * The busiest hours: tickets created by weekday and hour of the business's time zone, each cell darker the more there are, with its number.
 * One stop of the Tab key; arrow keys move, Enter opens the tickets of the hour.
 */
export function HeatMap({ report: { hours, period } }: { report: TicketReport }) {
  const heading = useId()
  const table = useRef<HTMLTableElement>(null)
  const most = Math.max(1, ...hours.map(({ created }) => created))
  const [current, setCurrent] = useState<Cell>({ weekday: 1, hour: 9 })
  const countAt = (cell: Cell) => hours.find((one) => isSame(one, cell))?.created ?? 0
  const move = (event: KeyboardEvent) => {
    const by = MOVES[event.key]
    if (!by) return
    event.preventDefault()
    const next = {
      weekday: within(current.weekday + by.weekday, 1, 7),
      hour: within(current.hour + by.hour, 0, 23),
    }
    setCurrent(next)
    table.current?.querySelector<HTMLElement>(`[data-cell="${next.weekday} ${next.hour}"] > *`)?.focus()
  }
  return (
    <Card className={styles.block} aria-labelledby={heading}>
      <h2 id={heading}>{m.analytics_busiest()}</h2>
      <p className={styles.note}>{m.analytics_busiest_text({ timezone: period.timezone })}</p>
      <div className={styles.heatBox}>
        <table ref={table} className={styles.heat} aria-labelledby={heading} onKeyDown={move}>
          <thead>
            <tr>
              <td />
              {HOURS.map((hour) => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((weekday) => (
              <tr key={weekday}>
                <th scope="row">
                  <abbr title={weekdayName(weekday, 'long')}>{weekdayName(weekday, 'short')}</abbr>
                </th>
                {HOURS.map((hour) => (
                  <HourCell
                    key={hour}
                    cell={{ weekday, hour }}
                    count={countAt({ weekday, hour })}
                    most={most}
                    isCurrent={isSame(current, { weekday, hour })}
                    onFocus={() => setCurrent({ weekday, hour })}
                    period={period}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

type HourCellProps = {
  cell: Cell
  count: number
  most: number
  isCurrent: boolean
  onFocus: () => void
  period: TicketReport['period']
}

function HourCell({ cell: { weekday, hour }, count, most, isCurrent, onFocus, period }: HourCellProps) {
  const label = m.analytics_hour({ weekday: weekdayName(weekday, 'long'), hours: hourName(hour), count })
  const shade = count === 0 ? 0 : Math.round(8 + ((DARKEST - 8) * count) / most)
  const style = { background: `color-mix(in srgb, var(--accent-fill) ${shade}%, var(--surface-2))` }
  return (
    <td style={style} data-cell={`${weekday} ${hour}`} title={label} onFocus={onFocus}>
      {count > 0 ? (
        <SectionLink
          section="tickets"
          values={{ ...rowsOf('created', period), hour: `${weekday}-${hour}@${period.timezone}` }}
          label={label}
          tabIndex={isCurrent ? 0 : -1}
        >
          {formatNumber(count)}
        </SectionLink>
      ) : (
        <span tabIndex={isCurrent ? 0 : -1}>
          <span className="visually-hidden">{label}</span>
        </span>
      )}
    </td>
  )
}
