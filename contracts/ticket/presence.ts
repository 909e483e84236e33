import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { TicketId } from '#contracts/ids.ts'

const Desk = { tag: 'desk', access: 'member' } as const

/** Heartbeat of a member who has the ticket open (every 10 s): presence, typing and read position in one. */
export const reportPresence = endpoint({
  ...Desk,
  method: 'POST',
  path: '/api/tickets/:ticketId/presence',
  summary: 'Report presence, typing and read position in a ticket',
  rate: 'write',
  params: z.object({ ticketId: TicketId }),
  body: z.strictObject({
    isHere: z.boolean(),
    isTyping: z.boolean(),
    seenSeq: z.number().int().min(0).max(2_000_000_000),
  }),
  reply: z.object({ ok: z.literal(true) }),
})
