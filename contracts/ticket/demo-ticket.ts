import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'

const Desk = { tag: 'desk', access: 'member' } as const

/** Two sample tickets for a tenant that has none (T8); labelled demo, never counted. */
export const createDemoTickets = endpoint({
  ...Desk,
  method: 'POST',
  path: '/api/tickets/demo',
  summary: 'Create two demo tickets when there are none',
  rate: 'write',
  status: 201,
  reply: z.object({ created: z.number().int() }),
})

export const deleteDemoTickets = endpoint({
  ...Desk,
  method: 'DELETE',
  path: '/api/tickets/demo',
  summary: 'Remove all demo tickets',
  rate: 'write',
  reply: z.object({ deleted: z.number().int() }),
})
