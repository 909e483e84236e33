import type { ChosenDays } from '#contracts/report/report.ts'
import * as m from '#i18n/messages.js'
import { pageLocale } from '#web/lib/format.ts'

/** The periods that one click chooses, in days up to today. */
export const presets = [7, 30, 90, 365] as const

export const presetLabel = (last: number): string =>
  last === 365 ? m.analytics_last_year() : m.analytics_last({ days: last })

const DAY = /^\d{4}-\d\d-\d\d$/

/** The period that an address names: its days, or the last 30 of them. */
export function periodFrom(search: Readonly<Record<string, string | undefined>>): ChosenDays {
  const { last, from = '', to = '' } = search
  if (DAY.test(from) && DAY.test(to)) return { from, to }
  return { last: presets.find((one) => String(one) === last) ?? 30 }
}

/** `Nov 3 – Nov 23, 2026` of two days. */
export function formatDays({ from, to }: { from: string; to: string }): string {
  const format = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'medium', timeZone: 'UTC' })
  return format.formatRange(new Date(from), new Date(to))
}
