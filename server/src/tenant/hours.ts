import type { BusinessHours, Holiday, Weekday } from '#contracts/tenant/tenant.ts'

const DAY_MS = 86_400_000
/** So far a calendar looks ahead. A business that opens within it at all opens sooner, also after a year of holidays. */
const DAYS_AHEAD = 1000

const WEEKDAYS: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

export type Opening = {
  isOpenNow: boolean
  /** When business hours begin next; null while they last, and for a business without any. */
  opensAt: Date | null
}

/** What a business says about when it is open. A business of before has no holidays stored. */
export type OpeningFacts = { timezone: string; businessHours: BusinessHours; holidays?: readonly Holiday[] }

/** The open time of a business: what lies within its business hours and on no holiday, in its time zone with daylight saving. */
export type BusinessCalendar = {
  openingAt(at: Date): Opening
  /** The instant at which so many milliseconds of open time have passed; null for a business that is never open. */
  addOpenTime(from: Date, ms: number): Date | null
  /** Milliseconds of open time between two instants; 0 where the second is not after the first. */
  openTimeBetween(from: Date, to: Date): number
}

type Period = { opensAt: number; closesAt: number }

/**
 * The calendar of a business. Hours that end before they begin (22:00 to 06:00) reach into the next day, and equal ones last the whole
 * day; on a holiday none begin. An unknown timezone counts as UTC. Each day is calculated once.
 */
export function businessCalendar(facts: OpeningFacts): BusinessCalendar {
  const periodsFrom = periodsOf(facts)
  return {
    openingAt: (at) => {
      const next = periodsFrom(at.getTime()).next().value
      if (!next) return { isOpenNow: false, opensAt: null }
      return next.opensAt <= at.getTime()
        ? { isOpenNow: true, opensAt: null }
        : { isOpenNow: false, opensAt: new Date(next.opensAt) }
    },
    addOpenTime: (from, ms) => {
      let left = ms
      for (const { opensAt, closesAt } of periodsFrom(from.getTime())) {
        const begin = Math.max(opensAt, from.getTime())
        if (left <= closesAt - begin) return new Date(begin + left)
        left -= closesAt - begin
      }
      return null
    },
    openTimeBetween: (from, to) => {
      let sum = 0
      for (const { opensAt, closesAt } of periodsFrom(from.getTime())) {
        if (opensAt >= to.getTime()) break
        sum += Math.min(closesAt, to.getTime()) - Math.max(opensAt, from.getTime())
      }
      return sum
    },
  }
}

/** Whether an instant is within business hours, and when they begin next. */
export const openingAt = (facts: OpeningFacts, at: Date): Opening => businessCalendar(facts).openingAt(at)

/** Periods that follow on each other without a break are looked through for so many days: longer, it counts as always open. */
const MOST_DAYS_ON_END = 14

/** When business hours end that last at an instant; null outside them, and for a business that is always open. */
export function closesAt(facts: OpeningFacts, at: Date): Date | null {
  let end: number | null = null
  let days = 0
  for (const period of periodsOf(facts)(at.getTime())) {
    if (period.opensAt > (end ?? at.getTime())) break
    end = Math.max(end ?? 0, period.closesAt)
    days += 1
    if (days > MOST_DAYS_ON_END) return null
  }
  return end === null ? null : new Date(end)
}

/** The open periods of a business that end after an instant, in their order. */
function periodsOf({ timezone, businessHours, holidays = [] }: OpeningFacts): (from: number) => Generator<Period> {
  const wallClock = wallClockOf(timezone)
  const { start, end, days } = businessHours
  const closed = new Set(holidays.map(({ day, everyYear }) => (everyYear ? day.slice(5) : day)))
  const known = new Map<number, Period | null>()
  const periodOn = (day: number): Period | null => {
    const date = new Date(day).toISOString().slice(0, 10)
    const weekday = WEEKDAYS[new Date(day).getUTCDay()]
    if (!weekday || !days.includes(weekday) || closed.has(date) || closed.has(date.slice(5))) return null
    const lastsInto = end <= start ? day + DAY_MS : day
    return {
      opensAt: instantOf(wallClock, day + msOf(start)),
      closesAt: instantOf(wallClock, lastsInto + msOf(end)),
    }
  }
  return function* (from) {
    if (days.length === 0) return
    const today = Math.floor(wallClock(from) / DAY_MS) * DAY_MS
    for (let ahead = -1; ahead <= DAYS_AHEAD; ahead += 1) {
      const day = today + ahead * DAY_MS
      const period = known.has(day) ? known.get(day) : periodOn(day)
      known.set(day, period ?? null)
      if (period && period.closesAt > from) yield period
    }
  }
}

/** The last midnight in a time zone: the start of "today". */
export function startOfDayIn(timezone: string, at: Date): Date {
  const wallClock = wallClockOf(timezone)
  const today = Math.floor(wallClock(at.getTime()) / DAY_MS) * DAY_MS
  return new Date(instantOf(wallClock, today))
}

/** The instant at which a day (`2026-11-23`) begins in a time zone; an unknown time zone counts as UTC. */
export const startOfDay = (timezone: string, day: string): Date =>
  new Date(instantOf(wallClockOf(timezone), Date.parse(day)))

/** The instant at which the clocks of a time zone show a time (`09:00`) of a day (`2026-11-23`). */
export const atClock = (timezone: string, day: string, clock: string): Date =>
  new Date(instantOf(wallClockOf(timezone), Date.parse(day) + msOf(clock)))

/** The day (`2026-11-23`) of an instant in a time zone; an unknown time zone counts as UTC. */
export const dayIn = (timezone: string, at: Date): string =>
  new Date(wallClockOf(timezone)(at.getTime())).toISOString().slice(0, 10)

/** The name for the database, which refuses an unknown time zone: then UTC. */
export const timezoneForDatabase = (timezone: string): string =>
  wallClockOf(timezone) === wallClockOf('UTC') ? 'UTC' : timezone

/** The hour (0 to 23) in a time zone; an unknown time zone counts as UTC. */
export const hourIn = (timezone: string, at: Date): number =>
  Math.floor((wallClockOf(timezone)(at.getTime()) % DAY_MS) / 3_600_000)

const msOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return (hours * 60 + minutes) * 60_000
}

/** The local time of an instant, in milliseconds as if it were UTC, so that it can be calculated with. */
type WallClock = (instantMs: number) => number

const clocks = new Map<string, WallClock>()

function wallClockOf(timezone: string): WallClock {
  const known = clocks.get(timezone)
  if (known) return known
  const made = makeWallClock(timezone) ?? wallClockOf('UTC')
  // Creating a formatter costs a millisecond. There are some 600 time zones; further names are not cached.
  if (clocks.size < 700) clocks.set(timezone, made)
  return made
}

function makeWallClock(timeZone: string): WallClock | null {
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
  } catch {
    return null
  }
  return (instantMs) => {
    const part: Record<string, number> = {}
    for (const { type, value } of format.formatToParts(instantMs)) part[type] = Number(value)
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/**
 * The instant at which a wall clock shows a time. One that it shows twice (the hour given back in autumn) is the first; one that it
 * never shows (the hour skipped in spring) is as much later as the clock was put forward.
 */
function instantOf(wallClock: WallClock, wallMs: number): number {
  const before = wallMs - offsetAt(wallClock, wallMs - DAY_MS)
  const after = wallMs - offsetAt(wallClock, wallMs + DAY_MS)
  const shown = [before, after].filter((instant) => wallClock(instant) === wallMs)
  return shown.length > 0 ? Math.min(...shown) : before
}

const offsetAt = (wallClock: WallClock, instantMs: number): number => wallClock(instantMs) - instantMs
