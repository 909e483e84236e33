import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { TicketId } from '#contracts/ids.ts'

const Desk = { tag: 'desk', access: 'member' } as const

/** Creates two demo tickets for a tenant that has no ticket; they are labelled and not counted. Owners and admins only. */
export const createDemoTickets = endpoint({
  ...Desk,
  method: 'POST',
  path: '/api/tickets/demo',
  summary: 'Create two demo tickets when there are none',
  rate: 'write',
  status: 201,
  reply: z.object({ created: z.number().int() }),
})

/** Owners and admins only. */
export const deleteDemoTickets = endpoint({
  ...Desk,
  method: 'DELETE',
  path: '/api/tickets/demo',
  summary: 'Remove all demo tickets',
  rate: 'write',
  reply: z.object({ deleted: z.number().int() }),
})

/** Gives a finished demo ticket without a rating five stars; null where there is none. It counts in no figure. Owners and admins only. */
export const rateDemoTicket = endpoint({
  ...Desk,
  method: 'POST',
  path: '/api/tickets/demo/rating',
  summary: 'Add a five-star rating to a finished demo ticket',
  rate: 'write',
  reply: z.object({ ticketId: TicketId.nullable() }),
})
