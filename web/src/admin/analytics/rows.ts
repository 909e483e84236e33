import type { Dimension, TicketReport } from '#contracts/report/report.ts'
import type { SectionValues } from '#web/admin/desk-address.ts'

/** From its first instant up to its end. */
export type Span = { start: string; end: string }
export type Dated = 'created' | 'answered' | 'resolved' | 'rated' | 'unfinished'

/** The values of the Tickets section that list the rows behind a figure. */
export const rowsOf = (dated: Dated, { start, end }: Span): SectionValues =>
  dated === 'unfinished' ? { dated, before: end } : { dated, from: start, before: end }

/** The value of the ticket list's address for each dimension; a comma of a category is written escaped there. */
const NAME_OF = {
  agent: 'assignee',
  team: 'team',
  category: 'category',
  channel: 'channel',
  source: 'sources',
  link: 'utm',
} as const

/** The filter of one row of a table by agent, team, category, channel, source or link. */
export const filterOf = (dimension: Dimension, key: string | null): SectionValues => ({
  [NAME_OF[dimension]]: key?.replaceAll(',', '%2C') ?? 'none',
})

export type Bucket = Span & { day: string; created: number; resolved: number; backlog: number }

/** Up to so many days are drawn one by one, longer periods in weeks: narrower bars cannot be seen. */
const MOST_DAYS = 31

/** The days of a report, or its weeks of seven days where it is long; the backlog is that at the end. */
export function bucketsOf({ days, period }: Pick<TicketReport, 'days' | 'period'>): Bucket[] {
  const size = days.length > MOST_DAYS ? 7 : 1
  return Array.from({ length: Math.ceil(days.length / size) }, (_, n) => {
    const part = days.slice(n * size, (n + 1) * size)
    const [first, last] = [part[0], part.at(-1)] as [(typeof days)[number], (typeof days)[number]]
    return {
      day: first.day,
      start: first.start,
      end: days[(n + 1) * size]?.start ?? period.end,
      created: part.reduce((sum, { created }) => sum + created, 0),
      resolved: part.reduce((sum, { resolved }) => sum + resolved, 0),
      backlog: last.backlog,
    }
  })
}
