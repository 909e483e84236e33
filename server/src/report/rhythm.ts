import type { Days } from '#contracts/report/report.ts'
import { dayIn, hourIn, startOfDay } from '#server/tenant/service.ts'
import { shiftDay } from './period.ts'

/** How often a report is mailed: each morning about the day before, each Monday about the week before, each first about the month before. */
export const RHYTHMS = ['daily', 'weekly', 'monthly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** Reports are mailed at this hour in the business's time zone. */
const MORNING = 8
const HOUR_MS = 3_600_000

/** 0 Sunday to 6 Saturday. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay()

const isDay: Record<Rhythm, (day: string) => boolean> = {
  daily: () => true,
  weekly: (day) => weekdayOf(day) === 1,
  monthly: (day) => day.endsWith('-01'),
}

/** Eight in the morning of a day; where the clock jumps over it, the hour after. */
function morningOf(timezone: string, day: string): Date {
  const midnight = startOfDay(timezone, day).getTime()
  const hours = Array.from({ length: 12 }, (_, n) => new Date(midnight + n * HOUR_MS))
  return hours.find((at) => hourIn(timezone, at) >= MORNING) ?? new Date(midnight + MORNING * HOUR_MS)
}

/** When the next report of this rhythm is mailed, after `now`. */
export function nextDue(rhythm: Rhythm, now: Date, timezone: string): Date {
  for (let day = dayIn(timezone, now); ; day = shiftDay(day, 1)) {
    if (!isDay[rhythm](day)) continue
    const due = morningOf(timezone, day)
    if (due > now) return due
  }
}

/** The days that a report is about which is mailed now: the last whole day, week (Monday to Sunday) or month. */
export function reportedDays(rhythm: Rhythm, now: Date, timezone: string): Days {
  const today = dayIn(timezone, now)
  if (rhythm === 'daily') return { from: shiftDay(today, -1), to: shiftDay(today, -1) }
  if (rhythm === 'weekly') {
    const sunday = shiftDay(today, -(weekdayOf(today) || 7))
    return { from: shiftDay(sunday, -6), to: sunday }
  }
  const last = shiftDay(`${today.slice(0, 8)}01`, -1)
  return { from: `${last.slice(0, 8)}01`, to: last }
}
