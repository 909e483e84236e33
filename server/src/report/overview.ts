import type { Language } from '#contracts/languages.ts'
import type { OverviewView } from '#contracts/report/overview.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { filmUrl } from '#server/platform/web/film.ts'
import { activityTexts, dayIn, readTenant } from '#server/tenant/service.ts'
import { countJoinedByDay, listLatestActivity, readTotals, type Totals } from './overview-queries.ts'
import { daysOf, type Period, periodOf, shiftDay } from './period.ts'
import {
  countCreatedByHour,
  countResolvedByDay,
  countUnfinishedAt,
  measureByDay,
  type Spread,
  spreadOfCreated,
  sumRatings,
} from './ticket-queries.ts'

/** Shown with the label Default until there is something to measure. */
const DEFAULTS = { responseSeconds: 2.3 * 3600, satisfaction: 85 }
const TOP_RATING = 5
const LINE_DAYS = 14
const MEASURED_DAYS = 30

/** The figures of the overview for a member. Demo rows are in none. */
export const readOverview = (tenant: Tenant, reader: Member): Promise<OverviewView> =>
  tenant.readStale(async (t) => {
    const { businessInfo } = await readTenant(t)
    const today = dayIn(businessInfo.timezone, t.now)
    const month = await periodOf(t, { from: shiftDay(today, 1 - MEASURED_DAYS), to: today })
    const [totals, measured, lines] = await Promise.all([
      readTotals(t, reader.userId, month.start),
      readMeasured(t, month),
      readLines(t, await periodOf(t, { from: shiftDay(today, 1 - LINE_DAYS), to: today })),
    ])
    const { open, inProgress, waiting, resolved, closed, mine, unassigned, breachingSoon } = totals
    const active = open + inProgress + waiting
    return {
      customers: {
        ...known(totals.customers, totals.customersBefore),
        line: lines.customers,
      },
      activeTickets: { ...known(active, measured.backlogBefore), line: lines.backlog },
      resolvedToday: {
        ...known(lines.resolved.at(-1) ?? 0, lines.resolved.at(-2) ?? 0),
        line: lines.resolved,
        since: (await periodOf(t, { from: today, to: today })).start.toISOString(),
      },
      responseSeconds: { ...orDefault(measured.response, DEFAULTS.responseSeconds), line: lines.response },
      satisfaction: {
        ...orDefault(measured.satisfaction, DEFAULTS.satisfaction),
        ratings: measured.ratings,
        line: lines.satisfaction,
      },
      revenue: revenueOf(totals),
      statuses: { open, inProgress, waiting, resolved, closed },
      measuredSince: month.start.toISOString(),
      waiting: { mine, unassigned, breachingSoon },
      guideUrl: filmUrl(tenant.platform),
    }
  })

const known = (value: number, before: number) => ({ value, before, isDefault: false })

const orDefault = ({ value, before }: { value: number | null; before: number | null }, fallback: number) =>
  value === null ? { value: fallback, before: null, isDefault: true } : { value, before, isDefault: false }

/** 150 dollars for each customer, times min(2, 1 + tickets / 100): the formula that is shown with the figure. */
function revenueOf({ customers, customersBefore, tickets, ticketsBefore }: Totals): OverviewView['revenue'] {
  const estimate = (people: number, written: number) => Math.round(150 * people * Math.min(2, 1 + written / 100))
  return {
    ...known(estimate(customers, tickets), estimate(customersBefore, ticketsBefore)),
    customers,
    tickets,
  }
}

const percent = (rating: number | null): number | null =>
  rating === null ? null : Math.round((100 * rating) / TOP_RATING)

async function readMeasured(t: Tx, month: Period) {
  const [spread, ratings, backlogBefore] = await Promise.all([
    spreadOfCreated(t, month),
    sumRatings(t, month, 'tickets'),
    countUnfinishedAt(t, month.start),
  ])
  const medianOf = ({ percentiles }: Spread) => percentiles?.[1] ?? null
  return {
    response: { value: medianOf(spread.now), before: medianOf(spread.before) },
    satisfaction: { value: percent(ratings.average.value), before: percent(ratings.average.before) },
    ratings: ratings.count.value,
    backlogBefore,
  }
}

/** One number for each day of the small lines. */
async function readLines(t: Tx, span: Period) {
  const [created, resolved, [response, rating], joined, backlogAtEnd] = await Promise.all([
    countCreatedByHour(t, span),
    countResolvedByDay(t, span),
    measureByDay(t, span),
    countJoinedByDay(t, span.start, span.timezone),
    countUnfinishedAt(t, span.end),
  ])
  const days = daysOf(span.days)
  const sumOn = (rows: { day: string; tickets: number }[]) =>
    days.map((day) => rows.filter((row) => row.day === day).reduce((sum, { tickets }) => sum + tickets, 0))
  const valueOn = (rows: { day: string; value: number | null }[]) =>
    days.map((day) => rows.find((row) => row.day === day)?.value ?? null)
  const [createdOn, resolvedOn] = [sumOn(created), sumOn(resolved)]
  let backlog = backlogAtEnd
  const backlogs = days.map((_, back) => {
    const day = days.length - 1 - back
    const atEnd = backlog
    backlog += (resolvedOn[day] ?? 0) - (createdOn[day] ?? 0)
    return atEnd
  })
  return {
    customers: valueOn(joined).map((value) => value ?? 0),
    resolved: resolvedOn,
    backlog: backlogs.reverse(),
    response: valueOn(response).map((seconds) => (seconds === null ? null : Math.round(seconds))),
    satisfaction: valueOn(rating).map(percent),
  }
}

const SHOWN_ENTRIES = 10

/** The newest ten entries of the activity log, in the reader's language. */
export const readRecentActivity = (tenant: Tenant, language: Language) =>
  tenant.read(async (t) => {
    const rows = await listLatestActivity(t, SHOWN_ENTRIES)
    return {
      items: rows.map(({ message, actorKind, ...row }) => ({
        ...row,
        ...activityTexts({ ...row, message, actorKind }, language),
        at: row.at.toISOString(),
      })),
    }
  })
