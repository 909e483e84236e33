import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'
import { ConversationId, TicketId } from '#contracts/ids.ts'
import { EscalationOffer } from './escalation.ts'
import { MessageView } from './message.ts'

/** Who owns a conversation. After a member's message the assistant does not answer until it is handed back. */
export const ConversationState = z.enum(['ai', 'waiting', 'human', 'closed'])
export type ConversationState = z.output<typeof ConversationState>

/** Topic a chat was opened for; the window's title follows it (Technical Support, Billing Help, Report Issue, General Support). */
export const ChatContext = z.enum(['general', 'technical', 'billing', 'issue'])
export type ChatContext = z.output<typeof ChatContext>

/** How a customer rated a chat without a ticket. */
const ChatRating = z.object({
  stars: z.number().int(),
  comment: z.string().nullable(),
  /** Until when it may be changed; null when it was changed once, or the day is over. */
  changeableUntil: Instant.nullable(),
})

export const ConversationView = z.object({
  id: ConversationId,
  context: ChatContext,
  state: ConversationState,
  /** Number of the newest event; a stream resumes after it. */
  seq: z.number().int(),
  /** The ticket of this chat, if there is one. */
  ticketId: TicketId.nullable(),
  offer: EscalationOffer.nullable(),
  rating: ChatRating.nullable(),
  /** `seq` up to which each side has read. */
  seenByCustomerSeq: z.number().int(),
  seenByTeamSeq: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ConversationView = z.output<typeof ConversationView>

export const ThreadView = z.object({
  conversation: ConversationView,
  messages: z.array(MessageView),
  /** Cursor of the older messages; null when there are none. */
  olderCursor: z.string().nullable(),
})
export type ThreadView = z.output<typeof ThreadView>
