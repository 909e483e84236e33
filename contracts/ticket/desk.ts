import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { TicketId } from '#contracts/ids.ts'

const Desk = { tag: 'desk', access: 'member' } as const

/** Heartbeat of a member who has the ticket open (every 10 s): presence, typing and read position in one. */
export const attendTicket = endpoint({
  ...Desk,
  method: 'POST',
  path: '/api/tickets/:ticketId/attendance',
  summary: 'Say that you look at, type in or leave a ticket',
  rate: 'write',
  params: z.object({ ticketId: TicketId }),
  body: z.strictObject({
    isHere: z.boolean(),
    isTyping: z.boolean(),
    seenSeq: z.number().int().min(0).max(2_000_000_000),
  }),
  reply: z.object({ ok: z.literal(true) }),
})

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

/** Live events of the whole desk. `Last-Event-ID` replays what came since, or says `resync`. */
export const streamDesk = endpoint({
  ...Desk,
  method: 'GET',
  path: '/api/stream',
  summary: 'Live events of the desk (SSE)',
  rate: 'stream',
  answer: 'stream',
  reply: z.undefined(),
})
