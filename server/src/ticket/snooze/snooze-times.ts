import type { ReplyOf } from '#contracts/endpoint.ts'
import type { getSnoozeTimes } from '#contracts/ticket/snooze.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { atClock, dayIn, hourIn, readTenant } from '#server/tenant/service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const LATER_HOURS = 3
/** From this hour on, three hours later is no longer today. */
const LAST_HOUR_FOR_LATER = 20
const MORNING = '09:00'

/** The times that a ticket can be snoozed until by one click: in three hours, tomorrow at nine, next Monday at nine, on the business's clocks. */
export const snoozeTimes = (tenant: Tenant): Promise<ReplyOf<typeof getSnoozeTimes>> =>
  tenant.read(async (t) => {
    const { timezone } = (await readTenant(t)).businessInfo
    const today = dayIn(timezone, t.now)
    const laterHour = Math.ceil(t.now.getTime() / HOUR_MS) * HOUR_MS + LATER_HOURS * HOUR_MS
    const isLateInTheDay = hourIn(timezone, t.now) >= LAST_HOUR_FOR_LATER
    return {
      timezone,
      laterToday: isLateInTheDay ? null : new Date(laterHour).toISOString(),
      tomorrow: atClock(timezone, dayAfter(today, 1), MORNING).toISOString(),
      nextWeek: atClock(timezone, dayAfter(today, daysToMonday(today)), MORNING).toISOString(),
    }
  })

const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** One to seven: on a Monday it is the next one. */
const daysToMonday = (day: string): number => (8 - new Date(day).getUTCDay()) % 7 || 7
