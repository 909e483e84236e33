import type { ConversationId, TicketId } from '#contracts/ids.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { TicketRow } from './schema.ts'

/** Makes the open screens, the desk's and the customer's, read the ticket again. */
export function publishTicket(
  t: Tx,
  row: TicketRow,
  type: 'ticket.created' | 'ticket.changed' = 'ticket.changed',
): void {
  t.publish(
    { type, ticketId: row.id, conversationId: row.conversationId },
    { desk: true, conversation: row.conversationId },
  )
}

/** Makes the open desks read the ticket again; the customer's screen does not show the change. */
export const publishTicketToDesk = (t: Tx, ticketId: TicketId, conversationId: ConversationId): void =>
  t.publish({ type: 'ticket.changed', ticketId, conversationId }, { desk: true, conversation: null })

export const publishTicketDeleted = (t: Tx, row: Pick<TicketRow, 'id' | 'conversationId'>): void =>
  t.publish({ type: 'ticket.deleted', ticketId: row.id }, { desk: true, conversation: row.conversationId })

/** Makes the open desks read the saved views again. */
export const publishViewsChanged = (t: Tx): void =>
  t.publish({ type: 'ticket.views_changed' }, { desk: true, conversation: null })

/** Makes the open desks read the fields of tickets again. */
export const publishFieldsChanged = (t: Tx): void =>
  t.publish({ type: 'ticket.fields_changed' }, { desk: true, conversation: null })

/** Publishes presence of a member to the desk, and typing to the customer; nothing is stored. */
export async function publishAttendance(
  tenant: Tenant,
  { userId, name }: Member,
  row: Pick<TicketRow, 'id' | 'conversationId'>,
  { isHere, isTyping }: { isHere: boolean; isTyping: boolean },
): Promise<void> {
  const { live } = tenant.platform
  const { id: ticketId, conversationId } = row
  await live.publishEphemeral(
    tenant.id,
    { type: 'presence', ticketId, member: { id: userId, name }, isHere, isTyping },
    { desk: true, conversation: null },
  )
  await live.publishEphemeral(
    tenant.id,
    { type: 'typing', conversationId, who: 'member', name, isTyping },
    { desk: false, conversation: conversationId },
  )
}
