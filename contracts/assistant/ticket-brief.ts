import { z } from 'zod'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { TicketId } from '#contracts/ids.ts'

/** What the assistant prepared for who takes a ticket (T6): what it is about, and a reply to begin with. Nothing of it is sent by itself. */
export const TicketBrief = z.object({
  /** `pending`: being written; what is there then is the one before. `failed`: try again. */
  status: z.enum(['pending', 'ready', 'failed']),
  /** A few lines, plain text. */
  summary: z.string(),
  reply: z.string(),
  /** What the reply rests on. */
  sources: z.array(Source),
  /** Name of the model that wrote it; null where chat and knowledge are quoted as they stand. */
  model: z.string().nullable(),
  /** The newest message it takes into account. */
  upToSeq: z.number().int(),
  changedAt: Instant,
})
export type TicketBrief = z.output<typeof TicketBrief>

const Brief = { tag: 'tickets', access: 'member' } as const
const ById = z.object({ ticketId: TicketId })
const Reply = z.object({ brief: TicketBrief.nullable() })

/** Null where none was asked for: tickets that came out of a chat have one by themselves. */
export const getTicketBrief = endpoint({
  ...Brief,
  method: 'GET',
  path: '/api/tickets/:ticketId/brief',
  summary: 'Summary and suggested reply of a ticket',
  rate: 'read',
  params: ById,
  reply: Reply,
})

/** Has it written anew, in the background; `ticket.changed` tells when it is there. */
export const makeTicketBrief = endpoint({
  ...Brief,
  method: 'POST',
  path: '/api/tickets/:ticketId/brief',
  summary: 'Write the summary and the suggested reply anew',
  rate: 'write',
  params: ById,
  reply: Reply,
})
