import type { TicketId, UserId } from '#contracts/ids.ts'
import { SOURCES_OF } from '#contracts/report/report.ts'
import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import { searchQueryOf } from './search/query.ts'

export type Bind = (value: unknown) => string

const ACTIVE = `t.status IN ('open', 'in-progress', 'waiting')`
const DATED = { created: 't.created_at', answered: 't.created_at', resolved: 't.resolved_at', rated: 't.rated_at' }

/** The read position of the member $2 in the tenant $1: what the condition `unread` and the rows of the list refer to. */
export const READ_POSITION = 'LEFT JOIN ticket_read r ON r.tenant_id = $1 AND r.ticket_id = t.id AND r.user_id = $2'
const UNREAD = 't.last_customer_seq > coalesce(r.seen_seq, 0)'

/**
 * The tickets that match the filter's words, by their ids, or by a query (`search/query.ts`) where they are many or all are wanted. Null
 * where the filter has no words.
 */
export type Found = { ids: TicketId[] } | { query: string } | null
/** `unknown`: the filter has words, and what is selected is yet to be compared with them. */
type Given = { readerId: UserId; now: Date; found: Found | 'unknown' }

const DAY_MS = 86_400_000

/**
 * The conditions of a filter over `ticket t`, joined with READ_POSITION. The list, the counters of views, bulk changes and exports select by
 * them alone, so that the same filter means the same tickets everywhere.
 */
export function conditionsOf(filter: TicketFilter, { readerId, now, found }: Given, bind: Bind): string[] {
  const { tags, createdWithinDays, customerId, unread } = filter
  const sources = sourcesOf(filter)
  return [
    ...anyOf('t.status', filter.statuses, bind),
    ...anyOf('t.priority', filter.priorities, bind),
    ...anyOf(
      't.assignee_id',
      filter.assignees?.map((id) => (id === 'me' ? readerId : id)),
      bind,
    ),
    ...anyOf('t.team_id', filter.teams, bind),
    ...anyOf('t.category', filter.categories, bind),
    ...anyOf('t.source', sources, bind),
    ...anyOf('t.utm_source', filter.utmSources, bind),
    ...anyOf('t.rating', filter.ratings, bind),
    ...anyOf('t.sla_state', filter.sla, bind),
    ...fieldConditions(filter.fields, bind),
    ...(tags ? [`t.tags && ${bind(tags)}::text[]`] : []),
    ...(customerId ? [`t.customer_id = ${bind(customerId)}`] : []),
    ...(createdWithinDays ? [`t.created_at >= ${bind(new Date(now.getTime() - createdWithinDays * DAY_MS))}`] : []),
    ...(unread ? [unread === 'yes' ? UNREAD : `NOT ${UNREAD}`] : []),
    ...reportedConditions(filter, bind),
    ...apartConditions(filter, found !== null),
    ...foundConditions(found, bind),
  ]
}

function foundConditions(found: Given['found'], bind: Bind): string[] {
  if (!found || found === 'unknown') return []
  if ('ids' in found) return [`t.id = ANY (${bind(found.ids)}::uuid[])`]
  // IS TRUE: not a join, but a set that is made once and asked for each row in the order of the list, until the page is full.
  return [`(t.id IN (SELECT id FROM search_tickets(${bind(found.query)}))) IS TRUE`]
}

/** One comparison for one value, so that an index on the column keeps its order; `none` is a column without a value. */
function anyOf(column: string, given: readonly string[] | undefined, bind: Bind): string[] {
  if (!given) return []
  const values = given.filter((value) => value !== 'none')
  const conditions = [
    ...(given.includes('none') ? [`${column} IS NULL`] : []),
    ...(values.length === 1 ? [`${column} = ${bind(values[0])}`] : []),
    ...(values.length > 1 || given.length === 0 ? [`${column} = ANY (${bind(values)})`] : []),
  ]
  return [`(${conditions.join(' OR ')})`]
}

/** Of each field any of the given values; `ticket_is_tallied()` of the database compares alike. */
function fieldConditions(given: readonly string[] | undefined, bind: Bind): string[] {
  const byField = Map.groupBy(given ?? [], (one) => one.slice(0, 36))
  return [...byField].map(([id, all]) => {
    const values = all.map((one) => one.slice(37))
    const field = `t.custom_fields -> ${bind(id)}::text`
    const isOne = `(CASE jsonb_typeof(${field}) WHEN 'boolean' THEN to_jsonb(CASE ${field} WHEN 'true' THEN 'yes' ELSE 'no' END) ELSE ${field} END)`
    return `(${isOne} ?| ${bind(values)}::text[]${values.includes('none') ? ` OR ${field} IS NULL` : ''})`
  })
}

/** Channels are groups of sources; both are given where a ticket has to be in both. */
export function sourcesOf({ channels, sources }: TicketFilter): readonly string[] | undefined {
  if (!channels) return sources
  const ofChannels = channels.flatMap((channel) => SOURCES_OF[channel])
  return sources ? ofChannels.filter((source) => sources.includes(source)) : ofChannels
}

/** Neither snoozed nor merged into another ticket. */
export const NOT_APART = 'snoozed_until IS NULL AND NOT snoozed_until_reply AND merged_into_id IS NULL'

/** Snoozed and merged tickets are left out, but not from a search, and not from the rows of a figure, which counts them. */
function apartConditions({ snoozed, dated }: TicketFilter, isSearch: boolean): string[] {
  if (snoozed) return ['(snoozed_until IS NOT NULL OR snoozed_until_reply)']
  return isSearch || dated ? [] : [NOT_APART]
}

/** The tickets behind a figure of a report: the conditions by which the report counts. */
function reportedConditions({ dated, from, before, hour }: TicketFilter, bind: Bind): string[] {
  if (!dated) return []
  const end = before ? bind(before) : 'now()'
  if (dated === 'unfinished')
    return ['NOT t.is_demo', `t.created_at < ${end}`, `(${ACTIVE} OR t.resolved_at >= ${end})`]
  const at = DATED[dated]
  return [
    'NOT t.is_demo',
    `${at} < ${end}`,
    ...(from ? [`${at} >= ${bind(from)}`] : []),
    ...(dated === 'answered' ? ['t.response_seconds IS NOT NULL'] : []),
    ...(hour ? createdAtHour(hour, bind) : []),
  ]
}

function createdAtHour(given: string, bind: Bind): string[] {
  const [, weekday, hour, timezone] = /^(\d)-(\d+)@(.+)$/.exec(given) ?? []
  const at = `t.created_at AT TIME ZONE ${bind(timezone)}`
  return [`extract(isodow FROM ${at}) = ${bind(Number(weekday))}`, `extract(hour FROM ${at}) = ${bind(Number(hour))}`]
}

/** A condition of each part that a filter has, for who has to say which of them a ticket meets. Words are those of the ticket itself. */
export function conditionOfEach(
  { words, ...filter }: TicketFilter,
  given: Omit<Given, 'found'>,
  bind: Bind,
): { part: keyof TicketFilter; condition: string }[] {
  const parts = Object.entries(filter).flatMap(([part, value]) => {
    if (value === undefined) return []
    const conditions = conditionsOf({ [part]: value }, { ...given, found: null }, bind)
    return [{ part: part as keyof TicketFilter, condition: conditions.join(' AND ') || 'true' }]
  })
  const search = words ? searchQueryOf(words) : null
  return search ? [...parts, { part: 'words', condition: `t.search @@ ${bind(search.query)}::tsquery` }] : parts
}
