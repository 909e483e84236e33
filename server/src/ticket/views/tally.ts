import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import { sourcesOf } from '#server/ticket/conditions.ts'

/** The parts of a filter that the columns of a ticket decide: `ticket_is_tallied()` of the database compares by them. */
export type TallyFilter = Pick<
  TicketFilter,
  | 'statuses'
  | 'priorities'
  | 'assignees'
  | 'teams'
  | 'tags'
  | 'categories'
  | 'ratings'
  | 'utmSources'
  | 'sla'
  | 'fields'
  | 'customerId'
  | 'snoozed'
> & { sources?: readonly string[] | undefined }

/** `tally`: null for a filter that depends on the reader's read positions, the time or words too. */
export type Tallied = { tally: TallyFilter | null; isByAssignee: boolean }

/** How a view of this filter is counted. */
export function talliedBy(filter: TicketFilter): Tallied {
  const { unread, words, dated, createdWithinDays, from, before, hour, channels, sources, ...tally } = filter
  if (unread || words || dated || createdWithinDays) return { tally: null, isByAssignee: false }
  const { assignees, ...others } = tally
  const isByAssignee = assignees?.includes('me') ?? false
  const given = { ...others, sources: sourcesOf(filter), ...(isByAssignee ? {} : { assignees }) }
  return { tally: given, isByAssignee }
}
