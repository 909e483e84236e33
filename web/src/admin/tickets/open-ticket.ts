import type { TicketHandle } from './ticket.tsx'

export type OpenTicket = { current: TicketHandle | null }

/** The actions on the open ticket, for the section's shortcuts and the palette; null where none is open. */
export const openTicket: OpenTicket = { current: null }
