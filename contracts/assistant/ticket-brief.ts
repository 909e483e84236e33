import { z } from 'zod'
import { Source } from '#contracts/conversation/message.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { TicketId } from '#contracts/ids.ts'

/** Summary and reply draft that the assistant wrote for the assignee. Neither is sent automatically. */
export const TicketBrief = z.object({
  /** `pending`: being written, the view shows the previous one. `failed`: try again. */
  status: z.enum(['pending', 'ready', 'failed']),
  /** A few lines, plain text. */
  summary: z.string(),
  /** Empty where the customer has nothing open: a member's reply was the last message. */
  reply: z.string(),
  /** Sources of the reply draft. */
  sources: z.array(Source),
  /** Model that wrote it; null where it quotes chat and knowledge without a model. */
  model: z.string().nullable(),
  /** `seq` of the newest message it includes. */
  upToSeq: z.number().int(),
  changedAt: Instant,
})
export type TicketBrief = z.output<typeof TicketBrief>

const Brief = { tag: 'tickets', access: 'member' } as const
const ById = z.object({ ticketId: TicketId })
const Reply = z.object({ brief: TicketBrief.nullable() })

/** Null until one is requested; tickets made from a chat get one automatically. */
export const getTicketBrief = endpoint({
  ...Brief,
  method: 'GET',
  path: '/api/tickets/:ticketId/brief',
  summary: 'Summary and suggested reply of a ticket',
  rate: 'read',
  params: ById,
  reply: Reply,
})

export const discardSuggestedReply = endpoint({
  ...Brief,
  method: 'DELETE',
  path: '/api/tickets/:ticketId/brief/reply',
  summary: 'Discard the suggested reply of a ticket',
  rate: 'write',
  params: ById,
  reply: Reply,
})

/** Writes it again in a job; a `ticket.changed` event follows when it is ready. */
export const makeTicketBrief = endpoint({
  ...Brief,
  method: 'POST',
  path: '/api/tickets/:ticketId/brief',
  summary: 'Write the summary and the suggested reply again',
  rate: 'write',
  params: ById,
  reply: Reply,
})
