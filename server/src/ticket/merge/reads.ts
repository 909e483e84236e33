import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import type { TicketMergeView } from '#contracts/ticket/ticket-merge.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { OpenedTicket } from '#server/ticket/opened-ticket.ts'
import {
  findLeadingTicket,
  findStandingMerge,
  type LeadingTicket,
  listMergedTickets,
  type StandingMerge,
} from './queries.ts'

/** What was merged into a ticket, and what it leads on to itself; costs nothing where it has to do with no merge. */
export async function mergesOf(
  t: Tx,
  { ticket, conversation }: Pick<OpenedTicket, 'ticket' | 'conversation'>,
): Promise<Pick<TicketDetailView, 'mergedInto' | 'merged'>> {
  const [merged, target, merge] = await Promise.all([
    conversation.hasMerged ? listMergedTickets(t, ticket.id) : [],
    ticket.mergedIntoId ? findLeadingTicket(t, ticket.mergedIntoId) : null,
    ticket.mergedIntoId ? findStandingMerge(t, ticket.id) : null,
  ])
  return { merged: merged.map((one) => present(one, one)), mergedInto: target && merge && present(target, merge) }
}

const present = (
  { id, number, subject, conversationId }: LeadingTicket,
  { mergeId, mergedBy, mergedAt }: Omit<StandingMerge, keyof LeadingTicket>,
): TicketMergeView => ({
  id: mergeId,
  ticket: { id, number, subject, conversationId },
  mergedBy,
  mergedAt: new Date(mergedAt).toISOString(),
})
