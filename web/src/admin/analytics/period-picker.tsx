import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { ChosenDays, TicketReport } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { useSectionSearch } from '#web/admin/desk-address.ts'
import styles from './analytics.module.css'
import { formatDays, presetLabel, presets } from './period.ts'

const CUSTOM = 'custom'

type PickerProps = {
  period: ChosenDays
  /** The days that are shown; null while they load. */
  report: TicketReport['period'] | null
}

/** Chooses the period: 7, 30, 90 or 365 days up to today, or a first and a last day. */
export function PeriodPicker({ period, report }: PickerProps) {
  const [, change] = useSectionSearch()
  const [isOpen, setOpen] = useState(false)
  const isCustom = isOpen || period.last === undefined
  const choose = (value: string) => {
    setOpen(value === CUSTOM)
    if (value === CUSTOM) return
    change({ last: value === '30' ? undefined : value, from: undefined, to: undefined }, { replace: true })
  }
  return (
    <div className={styles.bar}>
      <div className={styles.picker}>
        <SegmentedControl
          size="xs"
          aria-label={m.analytics_period()}
          value={isCustom ? CUSTOM : String(period.last)}
          onChange={choose}
          data={[
            ...presets.map((last) => ({ value: String(last), label: presetLabel(last) })),
            { value: CUSTOM, label: m.analytics_custom() },
          ]}
        />
        {isCustom && <CustomDays given={period} shown={report} />}
      </div>
      <p className={styles.compared} role="status">
        {report &&
          m.analytics_compared({
            days: formatDays(report),
            before: formatDays(report.previous),
            timezone: report.timezone,
          })}
      </p>
    </div>
  )
}

/**
 * The first and the last day; both become the period as soon as they are a period. What was typed and is none yet stays, also when the
 * figures of the period before arrive.
 */
function CustomDays({ given, shown }: { given: ChosenDays; shown: TicketReport['period'] | null }) {
  const [, change] = useSectionSearch()
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null)
  const from = typed?.from ?? given.from ?? shown?.from ?? ''
  const to = typed?.to ?? given.to ?? shown?.to ?? ''
  const isReversed = from !== '' && to !== '' && from > to
  const apply = (first: string, last: string) => {
    const isPeriod = first !== '' && last !== '' && first <= last
    setTyped(isPeriod ? null : { from: first, to: last })
    if (isPeriod) change({ last: undefined, from: first, to: last }, { replace: true })
  }
  return (
    <fieldset className={styles.days}>
      <legend className="visually-hidden">{m.analytics_custom()}</legend>
      <TextInput
        type="date"
        size="xs"
        label={m.analytics_from()}
        value={from}
        onChange={(event) => apply(event.currentTarget.value, to)}
      />
      <TextInput
        type="date"
        size="xs"
        label={m.analytics_to()}
        value={to}
        error={isReversed ? m.analytics_reversed() : null}
        onChange={(event) => apply(from, event.currentTarget.value)}
      />
    </fieldset>
  )
}
