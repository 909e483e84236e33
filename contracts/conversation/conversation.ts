import { z } from 'zod'
import { Instant } from '#contracts/fields.ts'
import { ConversationId, TicketId } from '#contracts/ids.ts'
import { EscalationOffer } from './escalation.ts'
import { MessageView } from './message.ts'

/** Who has the word in a conversation. A human's message silences the assistant at once; handing back wakes it. */
export const ConversationState = z.enum(['ai', 'waiting', 'human', 'closed'])
export type ConversationState = z.output<typeof ConversationState>

/** Where a chat was opened from; the window's label follows (Technical Support, Billing Help, Report Issue, General Support). */
export const ChatContext = z.enum(['general', 'technical', 'billing', 'issue'])
export type ChatContext = z.output<typeof ChatContext>

export const ConversationView = z.object({
  id: ConversationId,
  context: ChatContext,
  state: ConversationState,
  /** Number of the newest event; a stream resumes after it. */
  seq: z.number().int(),
  /** The ticket this chat became, if it did; read it by its own route. */
  ticketId: TicketId.nullable(),
  offer: EscalationOffer.nullable(),
  /** Up to which event the other side has read. */
  seenByCustomerSeq: z.number().int(),
  seenByTeamSeq: z.number().int(),
  createdAt: Instant,
  updatedAt: Instant,
})
export type ConversationView = z.output<typeof ConversationView>

export const ThreadView = z.object({
  conversation: ConversationView,
  messages: z.array(MessageView),
  /** Cursor to older messages; null when the first is in. */
  olderCursor: z.string().nullable(),
})
export type ThreadView = z.output<typeof ThreadView>
