import type { Days } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import type { Tx } from '#server/platform/db/tenant.ts'
import { invalid } from '#server/platform/errors.ts'
import { readTenant, startOfDay, timezoneForDatabase } from '#server/tenant/service.ts'

const DAY_MS = 86_400_000
/** Two years, so that a year can be compared with the one before. */
const MOST_DAYS = 732

/** A period as instants, from `start` up to `end`; the period before it begins at `before` and ends at `start`. */
export type Period = {
  days: Days
  previous: Days
  before: Date
  start: Date
  end: Date
  /** A time zone that the database knows. */
  timezone: string
}

export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(day) + by * DAY_MS).toISOString().slice(0, 10)

/** Every day of a period, oldest first. */
export const daysOf = ({ from, to }: Days): string[] =>
  Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (_, day) => shiftDay(from, day))

/** The period of days in the business's time zone. Throws invalid_input for one that ends before it begins or is longer than two years. */
export async function periodOf(t: Tx, { from, to }: Days): Promise<Period> {
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (!(length >= 1 && length <= MOST_DAYS) || !/^(19|20|21)/.test(from))
    throw invalid({ 'query.to': m.error_report_period })
  const { timezone } = (await readTenant(t)).businessInfo
  const previous = { from: shiftDay(from, -length), to: shiftDay(from, -1) }
  return {
    days: { from, to },
    previous,
    before: startOfDay(timezone, previous.from),
    start: startOfDay(timezone, from),
    end: startOfDay(timezone, shiftDay(to, 1)),
    timezone: timezoneForDatabase(timezone),
  }
}

export const presentPeriod = ({ days, previous, start, end, timezone }: Period) => ({
  ...days,
  previous,
  timezone,
  start: start.toISOString(),
  end: end.toISOString(),
})
