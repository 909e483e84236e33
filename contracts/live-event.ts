import { z } from 'zod'
import { ConversationView } from './conversation/conversation.ts'
import { MessageView } from './conversation/message.ts'
import { ConversationId, CustomerId, MessageId, TicketId, UserId } from './ids.ts'
import { FloodKind } from './tenant/flood.ts'

/**
 * Every event of a live stream. Message events contain the message; every other event names what to read again, so that
 * each subscriber reads their own view. A replay is harmless: messages have ids, deltas have offsets.
 */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('message.created'),
    conversationId: ConversationId,
    ticketId: TicketId.nullable(),
    message: MessageView,
  }),
  /** A growing answer: `text` belongs at `offset` (UTF-16 units) of the message's body. A gap means: read the thread again. */
  z.object({
    type: z.literal('message.delta'),
    conversationId: ConversationId,
    messageId: MessageId,
    offset: z.number().int(),
    text: z.string(),
  }),
  /** The message as it is now (an answer was completed or interrupted). */
  z.object({
    type: z.literal('message.changed'),
    conversationId: ConversationId,
    ticketId: TicketId.nullable(),
    message: MessageView,
  }),
  z.object({ type: z.literal('conversation.changed'), conversation: ConversationView }),
  z.object({ type: z.literal('ticket.created'), ticketId: TicketId, conversationId: ConversationId }),
  z.object({ type: z.literal('ticket.changed'), ticketId: TicketId, conversationId: ConversationId }),
  z.object({ type: z.literal('ticket.deleted'), ticketId: TicketId }),
  /** A shared view of the list was saved or deleted. */
  z.object({ type: z.literal('ticket.views_changed') }),
  /** A field of tickets was added, changed, archived or moved, or the colour of a tag changed. */
  z.object({ type: z.literal('ticket.fields_changed') }),
  z.object({
    type: z.literal('typing'),
    conversationId: ConversationId,
    who: z.enum(['customer', 'member', 'assistant']),
    name: z.string().nullable(),
    isTyping: z.boolean(),
  }),
  z.object({
    type: z.literal('seen'),
    conversationId: ConversationId,
    who: z.enum(['customer', 'team']),
    seq: z.number().int(),
  }),
  /** A member opened, types in, or left a ticket; it expires 15 s after the last one. Who sees a new member answers with a heartbeat. */
  z.object({
    type: z.literal('presence'),
    ticketId: TicketId,
    member: z.object({ id: UserId, name: z.string() }),
    isHere: z.boolean(),
    isTyping: z.boolean(),
  }),
  /** Something of the knowledge base changed (a FAQ, how far a document or import is, a question without an answer): read it again. */
  z.object({
    type: z.literal('knowledge.changed'),
    part: z.enum(['faqs', 'articles', 'documents', 'profile', 'questions', 'imports', 'review']),
    id: z.string().nullable(),
  }),
  /** Something of a customer changed (plan, attributes, a note, a block): read it again. */
  z.object({ type: z.literal('customer.changed'), customerId: CustomerId }),
  /** A member changed their picture, or how the pages look for them. */
  z.object({ type: z.literal('member.looks_changed'), userId: UserId }),
  /** Something of the business changed that its members see on the desk: read it again. Triggers of the database send it. */
  z.object({
    type: z.literal('desk.changed'),
    part: z.enum([
      'settings',
      'team',
      'agents',
      'providers',
      'automation',
      'macros',
      'billing',
      'links',
      'mail',
      'customers',
      'quality',
      'api',
      'imports',
    ]),
    /** The member who changed it; null where it was nobody's request, or a customer's. */
    by: z.string().nullable(),
  }),
  /** These members got an alert, or read some: read them again. */
  z.object({ type: z.literal('alerts.changed'), userIds: z.array(UserId) }),
  /** Requests of guests are held back because they are too many. At most one an hour. */
  z.object({ type: z.literal('flood.held_back'), what: FloodKind }),
  /** The server cannot replay from the given position: read again what is shown. */
  z.object({ type: z.literal('resync') }),
])
export type LiveEvent = z.output<typeof LiveEvent>
