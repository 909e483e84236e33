import type { BusinessHours, Weekday } from '#contracts/tenant/tenant.ts'

const DAY_MS = 86_400_000
/** A business that is closed on all but one day opens again within a week; one more for hours that cross midnight. */
const DAYS_AHEAD = 8

const WEEKDAYS: readonly Weekday[] = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

export type Opening = {
  isOpenNow: boolean
  /** When business hours begin next; null while they last, and for a business without any. */
  opensAt: Date | null
}

/**
 * Whether an instant is within business hours, in the business's time zone with daylight saving. Hours that end before they
 * begin (22:00 to 06:00) reach into the next day, and equal ones last the whole day. An unknown timezone counts as UTC.
 */
export function openingAt(info: { timezone: string; businessHours: BusinessHours }, at: Date): Opening {
  const wallClock = wallClockOf(info.timezone)
  const { start, end, days } = info.businessHours
  const today = Math.floor(wallClock(at.getTime()) / DAY_MS) * DAY_MS
  for (let ahead = -1; ahead <= DAYS_AHEAD; ahead += 1) {
    const day = today + ahead * DAY_MS
    const weekday = WEEKDAYS[new Date(day).getUTCDay()]
    if (!weekday || !days.includes(weekday)) continue
    const lastsInto = end <= start ? day + DAY_MS : day
    const opensAt = instantOf(wallClock, day + msOf(start))
    const closesAt = instantOf(wallClock, lastsInto + msOf(end))
    if (opensAt <= at.getTime() && at.getTime() < closesAt) return { isOpenNow: true, opensAt: null }
    if (opensAt > at.getTime()) return { isOpenNow: false, opensAt: new Date(opensAt) }
  }
  return { isOpenNow: false, opensAt: null }
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
