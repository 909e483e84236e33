import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'
import { ConversationId, TicketId, TicketMergeId } from '#contracts/ids.ts'

/** A merge that has not been undone: the other ticket of it, who merged, and when. */
export const TicketMergeView = z.object({
  id: TicketMergeId,
  ticket: z.object({ id: TicketId, number: z.number().int(), subject: z.string(), conversationId: ConversationId }),
  mergedBy: z.string(),
  mergedAt: Instant,
})
export type TicketMergeView = z.output<typeof TicketMergeView>

export const MERGES_OF_TICKET = {
  /** The ticket that this one leads on to, with the merge by which this one does. */
  mergedInto: TicketMergeView.nullable(),
  /** What was merged into this one, also through others, the earliest first. */
  merged: z.array(TicketMergeView),
}
