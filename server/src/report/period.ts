import type { ChosenDays, Days } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import { dayIn, readTenant, startOfDay, timezoneForDatabase } from '#server/tenant/service.ts'

const DAY_MS = 86_400_000
/** Two years, so that a year can be compared with the one before. */
const MOST_DAYS = 732
const DEFAULT_DAYS = 30

/** A period as instants, from `start` up to `end`; the period before it begins at `before` and ends at `start`. */
export type Period = {
  days: Days
  previous: Days
  before: Date
  start: Date
  end: Date
  /** The business's time zone, and its name for the database. */
  zone: string
  timezone: string
}

export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10)

/** Every day of a period, oldest first. */
export const daysOf = ({ from, to }: Days): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, day) => shiftDay(from, day))

/**
 * The period of a report in the business's time zone. Throws invalid_input for one that ends before it begins, is longer than two years or
 * has only one of its days.
 */
export async function periodOf(t: Tx, chosen: ChosenDays): Promise<Period> {
  const { timezone } = (await readTenant(t)).businessInfo
  const { from, to } = daysFrom(chosen, dayIn(timezone, t.now))
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (!(length >= 1 && length <= MOST_DAYS) || !/^(19|20|21)/.test(from))
    throw invalid({ 'query.to': m.error_report_period })
  const previous = { from: shiftDay(from, -length), to: shiftDay(from, -1) }
  return {
    days: { from, to },
    previous,
    before: startOfDay(timezone, previous.from),
    start: startOfDay(timezone, from),
    end: startOfDay(timezone, shiftDay(to, 1)),
    zone: timezone,
    timezone: timezoneForDatabase(timezone),
  }
}

function daysFrom({ last = DEFAULT_DAYS, from, to }: ChosenDays, today: string): Days {
  if (from === undefined && to === undefined) return { from: shiftDay(today, 1 - last), to: today }
  if (from === undefined || to === undefined) throw invalid({ 'query.to': m.error_report_period })
  return { from, to }
}

export const presentPeriod = ({ days, previous, start, end, timezone }: Period) => ({
  ...days,
  previous,
  timezone,
  start: start.toISOString(),
  end: end.toISOString(),
})
