import { type BusinessHours, weekdays } from './content.ts'

const minuteMs = 60_000
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  formats.set(timezone, format)
  return format
}

export type LocalTime = { year: number; month: number; day: number; minutes: number; weekday: number }

/** The calendar day, the minutes since midnight and the weekday (0 = Sunday) that clocks in the zone show. */
export function localTime(at: Date, timezone: string): LocalTime {
  const part = Object.fromEntries(
    formatOf(timezone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = part
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay()
  return { year, month, day, minutes: hour * 60 + minute, weekday }
}

/** The moment when clocks in the zone show this day (may run over a month's end) and minutes since midnight. */
export function momentAt(local: Omit<LocalTime, 'weekday'>, timezone: string): Date {
  const wanted = Date.UTC(local.year, local.month - 1, local.day, 0, local.minutes)
  let guess = wanted
  // Twice, since the first correction may cross a change of the clocks.
  for (let round = 0; round < 2; round += 1) {
    const shown = localTime(new Date(guess), timezone)
    guess += wanted - Date.UTC(shown.year, shown.month - 1, shown.day, 0, shown.minutes)
  }
  return new Date(guess)
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** Opening hours in a zone, as the questions the timeline asks of them. */
export type OpeningHours = {
  timezone: string
  isOpen(at: Date): boolean
  /** The moment after so many minutes of open time. */
  addOpenMinutes(at: Date, minutes: number): Date
}

export function openingHoursOf(hours: BusinessHours, timezone: string): OpeningHours {
  const start = minutesOf(hours.start)
  const end = minutesOf(hours.end)
  const opensOn = (weekday: number) => hours.days.includes(weekdays[weekday] ?? 'sunday')

  const isOpen = (at: Date) => {
    const local = localTime(at, timezone)
    return opensOn(local.weekday) && local.minutes >= start && local.minutes < end
  }
  const addOpenMinutes = (at: Date, minutes: number) => {
    let left = minutes
    let cursor = at
    // One day per iteration. 60 days are more than any reply takes.
    for (let day = 0; day < 60; day += 1) {
      const local = localTime(cursor, timezone)
      const clockNow = local.minutes + (cursor.getTime() % minuteMs) / minuteMs
      const from = Math.max(start, clockNow)
      if (opensOn(local.weekday) && from < end) {
        const begin = from === clockNow ? cursor : momentAt({ ...local, minutes: from }, timezone)
        if (left < end - from) return new Date(begin.getTime() + left * minuteMs)
        left -= end - from
      }
      cursor = momentAt({ ...local, day: local.day + 1, minutes: 0 }, timezone)
    }
    return cursor
  }
  return { timezone, isOpen, addOpenMinutes }
}
