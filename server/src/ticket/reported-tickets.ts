import type { TicketFilter } from '#contracts/ticket/ticket.ts'

export const ACTIVE = `t.status IN ('open', 'in-progress', 'waiting')`
const DATED = { created: 't.created_at', resolved: 't.resolved_at', rated: 't.rated_at' }

/** The tickets behind a figure of a report: the conditions by which the report counts. */
export function reportedConditions(
  { sources, category, dated, from, before }: TicketFilter,
  bind: (value: unknown) => string,
): string[] {
  const narrowed = [
    ...(sources ? [`t.source = ANY (${bind(sources)})`] : []),
    ...(category === undefined ? [] : [`t.category = ${bind(category)}`]),
  ]
  if (!dated) return narrowed
  const end = before ? bind(before) : 'now()'
  if (dated === 'unfinished')
    return [...narrowed, 'NOT t.is_demo', `t.created_at < ${end}`, `(${ACTIVE} OR t.resolved_at >= ${end})`]
  const at = DATED[dated]
  return [...narrowed, 'NOT t.is_demo', `${at} < ${end}`, ...(from ? [`${at} >= ${bind(from)}`] : [])]
}
