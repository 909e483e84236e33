import { z } from 'zod'
import { ConversationView } from '#contracts/conversation/conversation.ts'
import { EscalationReason } from '#contracts/conversation/escalation.ts'
import { MessageView } from '#contracts/conversation/message.ts'
import { ConversationId, TicketId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import { ActorPayload, domainEvent, presentActor } from '#server/platform/event.ts'
import { presentConversation, presentMessage } from './present.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

const ConversationPayload = ConversationView.pick({
  id: true,
  context: true,
  state: true,
  ticketId: true,
  createdAt: true,
  updatedAt: true,
}).meta({ id: 'Conversation' })

const MessagePayload = MessageView.pick({
  id: true,
  seq: true,
  author: true,
  authorName: true,
  visibility: true,
  kind: true,
  state: true,
  helpful: true,
  createdAt: true,
})
  .extend({
    conversationId: ConversationId,
    ticketId: TicketId.nullable(),
    body: z.string().nullable().describe('Text of the message; null for an internal note, which stays with the team'),
  })
  .meta({ id: 'Message' })

const messagePayload = ({ conversation, message }: Rows): z.input<typeof MessagePayload> => ({
  ...presentMessage(message),
  body: message.visibility === 'note' ? null : message.body,
  conversationId: conversation.id,
  ticketId: conversation.ticketId,
})

/** `conversation` is the row after the change. */
type Rows = { conversation: ConversationRow; message: MessageRow }
/** `actor`: who sent it, the system for its own messages. `isOpening`: what began with it is written with it (a new ticket). */
export type MessageFacts = Rows & { actor: Actor; isOpening?: boolean }

export const messageAppended = domainEvent({
  name: 'message.appended',
  version: 1,
  summary:
    'A message was added to a conversation: by the customer, a member, the assistant, or the system. An answer that is still being written has the state `streaming` and part of its text; `message.completed` follows.',
  payload: z.object({ message: MessagePayload }),
  toPayload: (facts: MessageFacts) => ({ message: messagePayload(facts) }),
})

export const messageCompleted = domainEvent({
  name: 'message.completed',
  version: 1,
  summary: 'An answer that was streamed reached its end, whole (`complete`) or broken off (`interrupted`).',
  payload: z.object({ message: MessagePayload }),
  toPayload: (facts: Rows) => ({ message: messagePayload(facts) }),
})

export const answerRated = domainEvent({
  name: 'answer.rated',
  version: 1,
  summary:
    'The customer rated an answer of the assistant as helpful or not, or took the rating back (`helpful` is null).',
  payload: z.object({ message: MessagePayload }),
  toPayload: (facts: Rows & { before: boolean | null }) => ({ message: messagePayload(facts) }),
})

export const chatRated = domainEvent({
  name: 'chat.rated',
  version: 1,
  summary: 'The customer rated a chat that became no ticket, 1 to 5 stars, or changed the rating.',
  payload: z.object({
    conversation: ConversationPayload,
    stars: z.number().int(),
    comment: z.string().nullable(),
  }),
  toPayload: ({ conversation }: Pick<Rows, 'conversation'>) => ({
    conversation: presentConversation(conversation),
    stars: conversation.rating ?? 0,
    comment: conversation.ratingComment,
  }),
})

type HandoverFacts = {
  before: ConversationRow
  after: ConversationRow
  actor: Actor
  /** Why a person is needed; null when a member took over unasked. */
  reason: EscalationReason | null
}

export const conversationHandedOver = domainEvent({
  name: 'conversation.handed_over',
  version: 1,
  summary:
    'A person is needed in a conversation (`requested`: the customer is offered a ticket, the assistant goes on answering), or people own it from now on (`accepted`: it became a ticket, went back to the team, or a member replied).',
  payload: z.object({
    conversation: ConversationPayload,
    step: z.enum(['requested', 'accepted']),
    reason: EscalationReason.nullable().describe('Why a person is needed; null when a member took over unasked'),
    actor: ActorPayload,
  }),
  toPayload: ({ after, actor, reason }: HandoverFacts) => ({
    conversation: presentConversation(after),
    step: after.state === 'ai' ? ('requested' as const) : ('accepted' as const),
    reason,
    actor: presentActor(actor),
  }),
})
