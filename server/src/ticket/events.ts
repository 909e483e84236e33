import type { MessageRow } from '#server/conversation/schema.ts'
import { domainEvent } from '#server/platform/event.ts'
import type { TicketRow } from './schema.ts'

export const ticketCreated = domainEvent<{ ticket: TicketRow }>('ticket.created')
/** A member answered the customer (public, not a note). */
export const memberReplied = domainEvent<{ ticket: TicketRow; message: MessageRow }>('ticket.memberReplied')
/** A ticket that calls for a person was taken by nobody in time. */
export const ticketUnassignedTooLong = domainEvent<{ ticket: TicketRow }>('ticket.untaken')
