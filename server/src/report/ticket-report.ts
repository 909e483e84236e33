import type { ChosenDays, Dimension, TicketReport, TicketReportRow } from '#contracts/report/report.ts'
import { requireFeature } from '#server/billing/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { startOfDay } from '#server/tenant/service.ts'
import { daysOf, type Period, periodOf, presentPeriod } from './period.ts'
import {
  countCreatedByHour,
  countResolvedByDay,
  countUnfinishedAt,
  type DayCount,
  groupCreated,
  groupRated,
  groupResolved,
  type HourCount,
  listOutliers,
  namesOf,
  type Spread,
  type Spreads,
  spreadOfCreated,
  spreadOfResolved,
  sumRatings,
} from './ticket-queries.ts'

const NAMED_OUTLIERS = 5

/** Figures of the tickets of a period beside those of the period before. Throws plan_limit where the plan has no analytics. */
export const readTicketReport = (tenant: Tenant, days: ChosenDays): Promise<TicketReport> =>
  tenant.readStale(async (t) => {
    await requireFeature(t, 'analytics')
    return ticketReportOf(t, await periodOf(t, days))
  })

/** The same within an open transaction. */
export async function ticketReportOf(t: Tx, period: Period): Promise<TicketReport> {
  const [created, resolved, satisfaction, createdByHour, resolvedByDay, backlog] = await Promise.all([
    spreadOfCreated(t, period),
    spreadOfResolved(t, period),
    sumRatings(t, period, 'tickets'),
    countCreatedByHour(t, period),
    countResolvedByDay(t, period),
    countUnfinishedAt(t, period.end),
  ])
  const [createdNow, resolvedNow] = [sumOf(createdByHour), sumOf(resolvedByDay)]
  const backlogBefore = backlog - createdNow + resolvedNow
  return {
    period: presentPeriod(period),
    created: { value: createdNow, before: created.before.tickets },
    resolved: { value: resolvedNow, before: resolved.before.tickets },
    backlog: { value: backlog, before: backlogBefore },
    firstResponse: { ...durations(created), outliers: await outliersOf(t, period, created.now) },
    resolution: durations(resolved),
    satisfaction,
    days: byDay(period, createdByHour, resolvedByDay, backlogBefore),
    hours: byWeekday(createdByHour),
  }
}

const sumOf = (rows: readonly DayCount[]): number => rows.reduce((sum, { tickets }) => sum + tickets, 0)

/** Whole seconds: more would be spurious. */
const rounded = (seconds: number | null | undefined): number | null =>
  seconds === null || seconds === undefined ? null : Math.round(seconds)

const durations = ({ now, before }: Spreads) => ({
  count: now.count,
  median: { value: rounded(now.percentiles?.[1]), before: rounded(before.percentiles?.[1]) },
  p90: { value: rounded(now.percentiles?.[3]), before: rounded(before.percentiles?.[3]) },
})

/** A first reply is an outlier where it took longer than the third quartile and one and a half times the distance of the quartiles. */
async function outliersOf(t: Tx, period: Period, now: Spread) {
  if (!now.percentiles) return { count: 0, limit: null, tickets: [] }
  const [q1, , q3] = now.percentiles
  const limit = q3 + 1.5 * (q3 - q1)
  const rows = await listOutliers(t, period, limit, NAMED_OUTLIERS)
  return {
    count: rows[0]?.count ?? 0,
    limit: rounded(limit),
    tickets: rows.map(({ id, number, subject, seconds }) => ({ id, number, subject, seconds: Math.round(seconds) })),
  }
}

function byDay(
  { days, zone }: Period,
  created: readonly HourCount[],
  resolved: readonly DayCount[],
  backlogBefore: number,
) {
  const [createdOn, resolvedOn] = [sumByDay(created), sumByDay(resolved)]
  let backlog = backlogBefore
  return daysOf(days).map((day) => {
    const counts = { created: createdOn.get(day) ?? 0, resolved: resolvedOn.get(day) ?? 0 }
    backlog += counts.created - counts.resolved
    return { day, start: startOfDay(zone, day).toISOString(), ...counts, backlog }
  })
}

function sumByDay(rows: readonly DayCount[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { day, tickets } of rows) sums.set(day, (sums.get(day) ?? 0) + tickets)
  return sums
}

function byWeekday(rows: readonly HourCount[]): TicketReport['hours'] {
  const sums = new Map<string, TicketReport['hours'][number]>()
  for (const { weekday, hour, tickets } of rows) {
    const key = `${weekday} ${hour}`
    sums.set(key, { weekday, hour, created: (sums.get(key)?.created ?? 0) + tickets })
  }
  return [...sums.values()].sort((a, b) => a.weekday - b.weekday || a.hour - b.hour)
}

/** Figures of a period by agent, team, category, channel, source or link, most tickets first. */
export const readTicketReportBy = (tenant: Tenant, { dimension, ...days }: ChosenDays & { dimension: Dimension }) =>
  tenant.readStale(async (t) => {
    await requireFeature(t, 'analytics')
    const period = await periodOf(t, days)
    return { period: presentPeriod(period), rows: await rowsBy(t, period, dimension) }
  })

async function rowsBy(t: Tx, period: Period, dimension: Dimension): Promise<TicketReportRow[]> {
  const [created, resolved, rated, names] = await Promise.all([
    groupCreated(t, period, dimension),
    groupResolved(t, period, dimension),
    groupRated(t, period, dimension),
    namesOf(t, dimension),
  ])
  const keys = new Set([...created, ...resolved, ...rated].map(({ key }) => key))
  return [...keys]
    .map((key) => {
      const [made, done, stars] = [created, resolved, rated].map((rows) => rows.find((row) => row.key === key))
      return {
        key,
        name: key === null ? null : (names.get(key) ?? null),
        created: made?.tickets ?? 0,
        resolved: done?.tickets ?? 0,
        firstResponse: rounded(made?.seconds),
        resolution: rounded(done?.seconds),
        ratings: stars?.tickets ?? 0,
        rating: stars?.seconds ?? null,
      }
    })
    .sort((a, b) => b.created - a.created || b.resolved - a.resolved || (a.key ?? '').localeCompare(b.key ?? ''))
}
