import * as m from '#i18n/messages.js'
import { formatNumber } from '#web/lib/format.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400

const tenths = (value: number): string => formatNumber(Math.round(10 * value) / 10)

/** Seconds in the unit that suits them: `45 s`, `4 min`, `2.3 h`, `3.5 days`. */
export function formatDuration(seconds: number): string {
  if (seconds < MINUTE) return m.overview_seconds({ seconds: formatNumber(Math.round(seconds)) })
  if (seconds < HOUR) return m.overview_minutes({ minutes: formatNumber(Math.round(seconds / MINUTE)) })
  if (seconds < 2 * DAY) return m.overview_hours({ hours: tenths(seconds / HOUR) })
  return m.overview_days({ days: tenths(seconds / DAY) })
}
