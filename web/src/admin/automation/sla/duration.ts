import * as m from '#i18n/messages.js'

const WRITTEN = /^(?:(\d{1,4})\s*h(?:ours?)?)?\s*(?:(\d{1,6})\s*m(?:in|inutes?)?)?$/i

/** Minutes of what was written: `30 min`, `4 h`, `1 h 30 min`; null for nothing, undefined for what is no time. */
export function minutesOf(written: string): number | null | undefined {
  const text = written.trim()
  if (text === '') return null
  const [, hours, minutes] = WRITTEN.exec(text) ?? []
  if (hours === undefined && minutes === undefined) return undefined
  const sum = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sum > 0 ? sum : undefined
}

/** Minutes as they are written: `4 h`; empty for none. */
export function durationText(minutes: number | null): string {
  if (minutes === null) return ''
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return m.sla_minutes({ count: rest })
  return rest === 0 ? m.sla_full_hours({ count: hours }) : m.sla_hours_minutes({ hours, minutes: rest })
}
