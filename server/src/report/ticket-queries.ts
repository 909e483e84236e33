import type { TicketId } from '#contracts/ids.ts'
import type { Dimension, TicketReport } from '#contracts/report/report.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { startOfDay } from '#server/tenant/service.ts'
import { daysOf, type Period } from './period.ts'

/** Tickets created between $2 and $4, with the seconds to the first reply. Demo tickets are in no figure, here and below. */
const CREATED = `
  SELECT created_at, source, category, assignee_id, team_id, utm_source, created_at >= $3 AS is_current, response_seconds::float8 AS response
  FROM ticket WHERE tenant_id = $1 AND NOT is_demo AND created_at >= $2 AND created_at < $4`

/** Tickets resolved between $2 and $4 that are still resolved, with the seconds from creation to resolution (`date_part` is a float; `extract` computes a numeric, ten times as slow). */
const RESOLVED = `
  SELECT resolved_at, source, category, assignee_id, team_id, utm_source, resolved_at >= $3 AS is_current,
    greatest(0, date_part('epoch', resolved_at - created_at)) AS duration
  FROM ticket WHERE tenant_id = $1 AND NOT is_demo AND resolved_at IS NOT NULL AND resolved_at >= $2 AND resolved_at < $4`

const RATED = `
  SELECT rated_at, rating, source, category, assignee_id, team_id, utm_source, rated_at >= $3 AS is_current
  FROM ticket WHERE tenant_id = $1 AND NOT is_demo AND rated_at IS NOT NULL AND rated_at >= $2 AND rated_at < $4`

const instantsOf = (t: Tx, { before, start, end }: Period) => [t.tenantId, before, start, end]

/** How many tickets, how many of them were measured, and the quartiles and the ninth decile of their seconds. */
export type Spread = {
  tickets: number
  count: number
  /** Null where nothing was measured. */
  percentiles: [q1: number, median: number, q3: number, p90: number] | null
}
/** Of a period, and of the one before it. */
export type Spreads = { now: Spread; before: Spread }

/** One row, whose aggregates are filtered: groups would be sorted once more. */
async function spreadsOf(t: Tx, period: Period, rows: string, seconds: string): Promise<Spreads> {
  const of = (period: string) =>
    `json_build_object('tickets', count(*) FILTER (WHERE ${period}), 'count', count(${seconds}) FILTER (WHERE ${period}),
       'percentiles', percentile_cont(ARRAY[0.25, 0.5, 0.75, 0.9]) WITHIN GROUP (ORDER BY ${seconds}) FILTER (WHERE ${period}))`
  const [spreads] = await t.sql<Spreads>(
    `SELECT ${of('is_current')} AS now, ${of('NOT is_current')} AS before FROM (${rows}) x`,
    instantsOf(t, period),
  )
  return spreads as Spreads
}

export const spreadOfCreated = (t: Tx, period: Period): Promise<Spreads> => spreadsOf(t, period, CREATED, 'response')

export const spreadOfResolved = (t: Tx, period: Period): Promise<Spreads> => spreadsOf(t, period, RESOLVED, 'duration')

/** Chats without a ticket that were rated between $2 and $4. */
const RATED_CHATS = `
  SELECT rating, rated_at >= $3 AS is_current FROM conversation
  WHERE tenant_id = $1 AND NOT is_demo AND rated_at IS NOT NULL AND rated_at >= $2 AND rated_at < $4`

/** How many ratings of tickets, or of chats without one, there were, and the average of their stars. */
export async function sumRatings(
  t: Tx,
  period: Period,
  of: 'tickets' | 'chats',
): Promise<TicketReport['satisfaction']> {
  const rows = await t.sql<{ isCurrent: boolean; count: number; average: number }>(
    `SELECT is_current AS "isCurrent", count(*)::int AS count, avg(rating)::float8 AS average
     FROM (${of === 'tickets' ? RATED : RATED_CHATS}) x GROUP BY is_current`,
    instantsOf(t, period),
  )
  const [now, before] = [true, false].map((isCurrent) => rows.find((row) => row.isCurrent === isCurrent))
  return {
    count: { value: now?.count ?? 0, before: before?.count ?? 0 },
    average: { value: now?.average ?? null, before: before?.average ?? null },
  }
}

export type Outlier = { id: TicketId; number: number; subject: string; seconds: number; count: number }

/** The slowest first replies above a limit in seconds, and how many there are. */
export const listOutliers = (t: Tx, { start, end }: Period, limit: number, most: number): Promise<Outlier[]> =>
  t.sql(
    `SELECT k.id, k.number, k.subject, x.response_seconds AS seconds, x.count
     FROM (SELECT id, response_seconds, count(*) OVER ()::int AS count FROM ticket
       WHERE tenant_id = $1 AND NOT is_demo AND created_at >= $2 AND created_at < $3 AND response_seconds > $4::float8
       ORDER BY response_seconds DESC, id LIMIT $5) x
     JOIN ticket k ON k.tenant_id = $1 AND k.id = x.id ORDER BY x.response_seconds DESC, k.number`,
    [t.tenantId, start, end, limit, most],
  )

export type DayCount = { day: string; tickets: number }
export type HourCount = DayCount & { weekday: number; hour: number }

const within = (column: string) =>
  `ticket WHERE tenant_id = $1 AND NOT is_demo AND ${column} IS NOT NULL AND ${column} >= $2 AND ${column} < $3`

/** Local time is computed once for each $5, of which the hours of the time zone are made, instead of once for each ticket. */
const binned = (column: string) =>
  `SELECT date_bin($5::interval, ${column}, 'epoch') AT TIME ZONE $4 AS at, count(*)::int AS tickets FROM ${within(column)} GROUP BY 1`

const HOUR_MS = 3_600_000

const binnedOver = (t: Tx, { days, zone, start, end, timezone }: Period) => {
  // Some time zones are half an hour or a quarter beside UTC, or are so for a part of the year.
  const isWhole = daysOf(days).every((day) => startOfDay(zone, day).getTime() % HOUR_MS === 0)
  return [t.tenantId, start, end, timezone, isWhole ? '1 hour' : '15 minutes']
}

/** Tickets created in each hour of the period, in the business's time zone. */
export const countCreatedByHour = (t: Tx, period: Period): Promise<HourCount[]> =>
  t.sql(
    `SELECT to_char(at, 'YYYY-MM-DD') AS day, extract(isodow FROM at)::int AS weekday, extract(hour FROM at)::int AS hour, tickets
     FROM (${binned('created_at')}) x`,
    binnedOver(t, period),
  )

/** Tickets resolved on each day of the period, in the business's time zone. */
export const countResolvedByDay = (t: Tx, period: Period): Promise<DayCount[]> =>
  t.sql(
    `SELECT to_char(at, 'YYYY-MM-DD') AS day, sum(tickets)::int AS tickets FROM (${binned('resolved_at')}) x GROUP BY 1`,
    binnedOver(t, period),
  )

const UNFINISHED = `tenant_id = $1 AND status IN ('open', 'in-progress', 'waiting') AND NOT is_demo`
const ATTENDED = 'snoozed_until IS NULL AND NOT snoozed_until_reply AND merged_into_id IS NULL'

/**
 * Tickets that were unfinished at an instant: those that are now, less those created since, plus those resolved since. So no ticket
 * of before has to be read. Those that wait for attention are counted from an index that leaves out the others, which are few.
 */
export async function countUnfinishedAt(t: Tx, at: Date): Promise<number> {
  const [row] = await t.sql<{ tickets: number }>(
    `SELECT (SELECT count(*)::int FROM ticket WHERE ${UNFINISHED} AND ${ATTENDED})
       + (SELECT count(*)::int FROM ticket WHERE ${UNFINISHED} AND (snoozed_until IS NOT NULL OR snoozed_until_reply) AND merged_into_id IS NULL)
       + (SELECT count(*)::int FROM ticket WHERE ${UNFINISHED} AND merged_into_id IS NOT NULL)
       - (SELECT count(*)::int FROM ticket WHERE tenant_id = $1 AND created_at >= $2 AND NOT is_demo)
       + (SELECT count(*)::int FROM ticket WHERE tenant_id = $1 AND resolved_at >= $2 AND resolved_at IS NOT NULL AND NOT is_demo) AS tickets`,
    [t.tenantId, at],
  )
  return row?.tickets ?? 0
}

const CHANNEL = `CASE WHEN source IN ('guest_portal', 'customer_portal') THEN 'form' ELSE source END`
const KEY: Record<Dimension, string> = {
  agent: 'assignee_id::text',
  team: 'team_id::text',
  category: 'category',
  channel: CHANNEL,
  source: 'source',
  link: 'utm_source',
}

export type Grouped = { key: string | null; tickets: number; seconds: number | null }

const grouped = (rows: string, dimension: Dimension, measured: string) =>
  `SELECT ${KEY[dimension]} AS key, count(*)::int AS tickets, ${measured} AS seconds FROM (${rows}) x WHERE is_current GROUP BY 1`

const median = (seconds: string) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds})`
/** Of the current period alone. */
const currentOf = (t: Tx, { start, end }: Period) => [t.tenantId, start, start, end]

export const groupCreated = (t: Tx, period: Period, by: Dimension): Promise<Grouped[]> =>
  t.sql(grouped(CREATED, by, median('response')), currentOf(t, period))

export const groupResolved = (t: Tx, period: Period, by: Dimension): Promise<Grouped[]> =>
  t.sql(grouped(RESOLVED, by, median('duration')), currentOf(t, period))

/** `seconds` is the average rating here. */
export const groupRated = (t: Tx, period: Period, by: Dimension): Promise<Grouped[]> =>
  t.sql(grouped(RATED, by, 'avg(rating)::float8'), currentOf(t, period))

/** Of each day (`2026-11-23`) of a period: the median seconds to the first reply, and the average rating. */
export const measureByDay = (t: Tx, { start, end, timezone }: Period) => {
  const byDay = (rows: string, at: string, measured: string) =>
    t.sql<{ day: string; value: number | null }>(
      `SELECT to_char(${at} AT TIME ZONE $5, 'YYYY-MM-DD') AS day, ${measured} AS value FROM (${rows}) x GROUP BY 1`,
      [t.tenantId, start, start, end, timezone],
    )
  return Promise.all([
    byDay(CREATED, 'created_at', median('response')),
    byDay(RATED, 'rated_at', 'avg(rating)::float8'),
  ])
}

/** Names of members and teams by id, also of former members. */
export async function namesOf(t: Tx, by: Dimension): Promise<Map<string, string>> {
  if (by !== 'agent' && by !== 'team') return new Map()
  const rows = await t.sql<{ id: string; name: string }>(
    by === 'agent'
      ? 'SELECT user_id AS id, name FROM member WHERE tenant_id = $1'
      : 'SELECT id, name FROM team WHERE tenant_id = $1',
    [t.tenantId],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
