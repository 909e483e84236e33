import type { Tx } from '#server/platform/db/tenant.ts'
import type { TicketRow } from './schema.ts'

/** Tells the open screens, the desk's and the customer's, to read a ticket again. */
export function publishTicket(
  t: Tx,
  row: TicketRow,
  type: 'ticket.created' | 'ticket.changed' = 'ticket.changed',
): void {
  t.publish({
    desk: true,
    conversationId: row.conversationId,
    seq: null,
    event: { type, ticketId: row.id, conversationId: row.conversationId },
  })
}
