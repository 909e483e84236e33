import * as m from '#i18n/messages.js'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

/** The page's language, as the server wrote it into `<html lang>`. */
export function pageLocale(): string {
  return globalThis.document?.documentElement.lang || 'en'
}

const formats = new Map<string, Intl.DateTimeFormat>()
let timeZone: string | undefined

/** Shows times in this time zone from now on, by its IANA name; null: in the device's. */
export function showTimesIn(zone: string | null): void {
  timeZone = zone ?? undefined
  formats.clear()
}

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${name} ${pageLocale()}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(pageLocale(), { ...options, timeZone })
  formats.set(key, made)
  return made
}

/** `Nov 3, 2026`, in the reader's own time zone. `at` is an ISO instant. */
export function formatDate(at: string): string {
  return dateFormat('date', { dateStyle: 'medium' }).format(new Date(at))
}

/** `9:05 AM`, in the reader's own time zone. */
export function formatClock(at: string): string {
  return dateFormat('clock', { timeStyle: 'short' }).format(new Date(at))
}

/** Day and time to the second with the zone, for titles and hovers. */
export function formatExact(at: string): string {
  return dateFormat('exact', { dateStyle: 'full', timeStyle: 'long' }).format(new Date(at))
}

/** `1,234`, by the page's language; with `digits`, always so many after the point: `5.0`. */
export function formatNumber(value: number, digits?: number): string {
  return value.toLocaleString(
    pageLocale(),
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits },
  )
}

/** Relative time: under a minute "Just now", then minutes, hours (under a day), days (under 30), then the date. */
export function formatRelative(at: string, now: number = Date.now()): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000)
  if (seconds < MINUTE) return m.common_just_now()
  if (seconds < HOUR) return m.common_minutes_ago({ count: Math.floor(seconds / MINUTE) })
  if (seconds < DAY) return m.common_hours_ago({ count: Math.floor(seconds / HOUR) })
  if (seconds < 30 * DAY) return m.common_days_ago({ count: Math.floor(seconds / DAY) })
  return formatDate(at)
}

/** The same in at most four characters, for dense lists: `now`, `5m`, `3h`, `12d`, then the date without the year. */
export function formatAge(at: string, now: number = Date.now()): string {
  const seconds = Math.floor((now - Date.parse(at)) / 1000)
  if (seconds < MINUTE) return m.common_age_now()
  if (seconds < HOUR) return m.common_age_minutes({ count: Math.floor(seconds / MINUTE) })
  if (seconds < DAY) return m.common_age_hours({ count: Math.floor(seconds / HOUR) })
  if (seconds < 30 * DAY) return m.common_age_days({ count: Math.floor(seconds / DAY) })
  return dateFormat('short', { month: 'short', day: 'numeric' }).format(new Date(at))
}

/** `640 B`, `12 kB`, `3.4 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB'] as const
  const step = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${value.toLocaleString(pageLocale(), { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 })} ${units[step]}`
}

/** The letters of an avatar: first and last word's initials, or one. Never empty. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase() || '?'
}

/** A steady number from 0 to `count - 1` for a name: the same person always has the same avatar colour. */
export function tintOf(name: string, count: number): number {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return sum % count
}
