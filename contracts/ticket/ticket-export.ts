import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { TicketFilter } from './ticket.ts'

/** The tickets of a filter as CSV, for owners and admins, whatever their number. */
export const exportTickets = endpoint({
  method: 'GET',
  path: '/api/tickets/export',
  summary: 'Tickets of a filter as CSV',
  tag: 'tickets',
  access: 'member',
  rate: 'read',
  answer: 'file',
  query: TicketFilter,
  reply: z.undefined(),
})
