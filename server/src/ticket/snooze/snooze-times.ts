import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getSnoozeTimes } from '#contracts/ticket/snooze.ts'
import { SNOOZE_TIMES, type SnoozeTime } from '#contracts/ticket/ticket-action.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { atClock, dayIn, hourIn, readTenant } from '#server/tenant/service.ts'
import type { SnoozeEnd } from './snooze.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LATER_HOURS = 3
/** From this hour on, three hours later is no longer today. */
const LAST_HOUR_FOR_LATER = 20
const MORNING = '09:00'

/** The times that a ticket can be snoozed until by one click, on the business's clocks; late in the day there is no `laterToday`. */
export const snoozeTimes = (tenant: Tenant): Promise<ReplyOf<typeof getSnoozeTimes>> =>
  tenant.read(async (t) => {
    const { timezone } = (await readTenant(t)).businessInfo
    const { later_today, tomorrow, next_week } = timesFrom(timezone, t.now)
    return {
      timezone,
      laterToday: later_today?.toISOString() ?? null,
      tomorrow: tomorrow.toISOString(),
      nextWeek: next_week.toISOString(),
    }
  })

/** The end of a snooze that an action names; what is a time already stays. */
export async function snoozeEndOf(t: Tx, until: SnoozeTime | string): Promise<SnoozeEnd> {
  if (until === 'reply') return until
  if (!isNamed(until)) return new Date(until)
  const { timezone } = (await readTenant(t)).businessInfo
  const times = timesFrom(timezone, t.now)
  return times[until] ?? times.tomorrow
}

const isNamed = (until: string): until is SnoozeTime => (SNOOZE_TIMES as readonly string[]).includes(until)

type Times = { later_today: Date | null; tomorrow: Date; next_week: Date }

function timesFrom(timezone: string, now: Date): Times {
  const today = dayIn(timezone, now)
  const laterHour = Math.ceil(now.getTime() / HOUR_MS) * HOUR_MS + LATER_HOURS * HOUR_MS
  const isLateInTheDay = hourIn(timezone, now) >= LAST_HOUR_FOR_LATER
  return {
    later_today: isLateInTheDay ? null : new Date(laterHour),
    tomorrow: atClock(timezone, dayAfter(today, 1), MORNING),
    next_week: atClock(timezone, dayAfter(today, daysToMonday(today)), MORNING),
  }
}

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** One to seven: on a Monday it is the next one. */
const daysToMonday = (day: string): number => (8 - new Date(day).getUTCDay()) % 7 || 7
