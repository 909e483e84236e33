import type { PortalView } from '#contracts/tenant/portal.ts'
import type { BusinessHours, Weekday } from '#contracts/tenant/tenant.ts'
import * as m from '#i18n/messages.js'
import { pageLocale } from '#web/lib/format.ts'

const WEEK: readonly Weekday[] = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
/** The first of January 2024 was a Monday. */
const dayName = (index: number) =>
  new Date(Date.UTC(2024, 0, 1 + index)).toLocaleDateString(pageLocale(), { weekday: 'long', timeZone: 'UTC' })
const DAY_MS = 86_400_000
const clockOf = (time: string) =>
  new Date(`2024-01-01T${time}:00Z`).toLocaleTimeString(pageLocale(), { timeStyle: 'short', timeZone: 'UTC' })

/** `Monday to Friday, Sunday`: days in the order of the week, three or more consecutive days as a range. */
export function daysText(days: readonly Weekday[]): string {
  const runs: number[][] = []
  for (const [index, day] of WEEK.entries()) {
    if (!days.includes(day)) continue
    const run = runs.at(-1)
    if (run && run.at(-1) === index - 1) run.push(index)
    else runs.push([index])
  }
  if (runs[0]?.length === 7) return m.portal_days_every()
  return runs
    .map((run) =>
      run.length > 2
        ? m.portal_days_range({ first: dayName(run[0] ?? 0), last: dayName(run.at(-1) ?? 0) })
        : run.map(dayName).join(', '),
    )
    .join(', ')
}

/** `Monday to Friday` and `9:00 AM to 5:00 PM`, in the business's time zone. */
export function hoursText({ start, end, days }: BusinessHours): { days: string; times: string } {
  if (days.length === 0) return { days: m.portal_hours_none(), times: '' }
  const times =
    start === end ? m.portal_hours_all_day() : m.portal_hours_times({ from: clockOf(start), to: clockOf(end) })
  return { days: daysText(days), times }
}

type Part = 'clock' | 'hour' | 'weekday'
const PARTS: Record<Part, Intl.DateTimeFormatOptions> = {
  clock: { timeStyle: 'short' },
  hour: { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' },
  weekday: { weekday: 'long' },
}
/** Kept: on a phone making one takes some milliseconds, and the chat's header shows it again with each message. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** A timezone the browser does not know counts as UTC, as on the server. */
function formatIn(timeZone: string, part: Part): Intl.DateTimeFormat {
  const key = `${part} ${pageLocale()} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat(pageLocale(), { ...PARTS[part], timeZone })
  } catch {
    made = new Intl.DateTimeFormat(pageLocale(), { ...PARTS[part], timeZone: 'UTC' })
  }
  formats.set(key, made)
  return made
}

/** Current local time at the business. */
export const timeThere = (timezone: string, now: Date = new Date()): string => formatIn(timezone, 'clock').format(now)

/** Whether business hours last. The page may have been loaded before they began or ended. */
export function isOpenAt({ isOpenNow, opensAt, closesAt }: PortalView, now: Date = new Date()): boolean {
  if (isOpenNow) return !closesAt || now.getTime() < Date.parse(closesAt)
  return opensAt !== null && Date.parse(opensAt) <= now.getTime()
}

/** `Open now, until 5:00 PM GMT`, or when it opens: the hour today, else with its day, in the business's time zone by name. */
export function openingText(portal: PortalView, now: Date = new Date()): string {
  const { opensAt, closesAt, businessInfo } = portal
  const when = (instant: string) => {
    const at = new Date(instant)
    const weekday = formatIn(businessInfo.timezone, 'weekday')
    // Some languages write `GMT+0`.
    const time = formatIn(businessInfo.timezone, 'hour')
      .format(at)
      .replace(/[+-]0$/, '')
    const isToday = Math.abs(at.getTime() - now.getTime()) < DAY_MS && weekday.format(at) === weekday.format(now)
    return isToday ? time : `${weekday.format(at)} ${time}`
  }
  if (isOpenAt(portal, now)) {
    if (portal.isTeamAway) return m.portal_team_away()
    return portal.isOpenNow && closesAt ? m.portal_open_until({ when: when(closesAt) }) : m.portal_open_now()
  }
  // When it has just closed, the page does not know yet when it opens.
  return opensAt && Date.parse(opensAt) > now.getTime() ? m.portal_opens_at({ when: when(opensAt) }) : m.portal_closed()
}

/** How soon a member usually answers, as measured; null while it is unknown or not shown. */
export function usualReply(portal: PortalView): string | null {
  const minutes = portal.usualReplyMinutes
  if (minutes === null || !portal.customerExperience.showResponseTime) return null
  if (minutes < 60) return m.portal_usual_reply_minutes({ count: Math.max(1, Math.round(minutes)) })
  const hours = Math.round(minutes / 60)
  return hours <= 24 ? m.portal_usual_reply_hours({ count: hours }) : null
}
