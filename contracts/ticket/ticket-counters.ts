import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

export const TicketCounters = z.object({
  open: z.number().int(),
  inProgress: z.number().int(),
  waiting: z.number().int(),
  resolved: z.number().int(),
  resolvedToday: z.number().int(),
  unread: z.number().int(),
  total: z.number().int(),
  demo: z.number().int(),
})
export type TicketCounters = z.output<typeof TicketCounters>

export const getTicketCounters = endpoint({
  method: 'GET',
  path: '/api/tickets/counters',
  summary: 'How many tickets are in which state',
  tag: 'tickets',
  access: 'member',
  rate: 'read',
  scope: 'tickets:read',
  reply: TicketCounters.extend({ can: z.object({ editDemo: z.boolean() }) }),
})
