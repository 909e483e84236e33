import { type EventHandler, onEvent } from '#server/platform/event.ts'
import { ticketDeleted } from '#server/ticket/events.ts'
import { deleteMails } from './service.ts'

export const inboundMailReactions: EventHandler[] = [
  onEvent(ticketDeleted, (t, { ticket }) => deleteMails(t, { ticketIds: [ticket.id] })),
]
