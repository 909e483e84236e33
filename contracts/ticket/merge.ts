import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { SeenVersion } from '#contracts/fields.ts'
import { TicketId, TicketMergeId } from '#contracts/ids.ts'
import { TicketView } from './ticket.ts'

const Member = { tag: 'tickets', access: 'member' } as const
const ById = z.object({ ticketId: TicketId })

/**
 * Merges a ticket into another one of the same customer: the other one shows both conversations, and this one leads on to it. The reply is
 * this ticket. A conflict where they are of different customers, one of them was merged already, or the other is finished and this is not.
 */
export const mergeTicket = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/merge',
  summary: 'Merge a ticket into another one',
  rate: 'write',
  scope: 'tickets:write',
  idempotent: true,
  status: 201,
  params: ById,
  body: z.strictObject({ id: TicketMergeId, version: SeenVersion, targetId: TicketId }),
  reply: TicketView,
})

/** Separates a merged ticket again, as it was before; what was written since stays with the other one. Again it changes nothing. */
export const undoTicketMerge = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/ticket-merges/:ticketMergeId/undo',
  summary: 'Undo the merge of a ticket',
  rate: 'write',
  scope: 'tickets:write',
  params: z.object({ ticketMergeId: TicketMergeId }),
  reply: TicketView,
})
