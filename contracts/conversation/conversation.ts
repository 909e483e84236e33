import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { Instant, line, pageOf, text } from '#contracts/page.ts'
import { FileIds, FileView } from './file.ts'

/** Who has the word in a conversation. A human's message silences the assistant at once; handing back wakes it. */
export const ConversationState = z.enum(['ai', 'waiting', 'human', 'closed'])
export type ConversationState = z.output<typeof ConversationState>

/** Where a chat was opened from; the window's label follows (Technical Support, Billing Help, Report Issue, General Support). */
export const ChatContext = z.enum(['general', 'technical', 'billing', 'issue'])
export type ChatContext = z.output<typeof ChatContext>

export const EscalationReason = z.enum([
  'human_requested',
  'frustration_detected',
  'three_attempts',
  'complex_issue',
  'urgent_issue',
  'score',
])
export type EscalationReason = z.output<typeof EscalationReason>

export const Priority = z.enum(['low', 'medium', 'high', 'urgent'])
export type Priority = z.output<typeof Priority>

/** Where an answer has its words from. `passage` is the text it rests on, with the heading and page it stands under in its document. */
export const Source = z.object({
  kind: z.enum(['faq', 'article', 'document']),
  id: z.string(),
  title: z.string(),
  passage: z.string(),
  heading: z.string().optional(),
  page: z.number().int().optional(),
  articleSlug: z.string().nullable(),
})
export type Source = z.output<typeof Source>

export const MessageView = z.object({
  id: MessageId,
  seq: z.number().int(),
  author: z.enum(['customer', 'member', 'assistant', 'system']),
  authorName: z.string().nullable(),
  /** Notes are for the team only and never leave the desk. */
  visibility: z.enum(['public', 'note']),
  /** What a `system` line tells, by name, so that each side words it itself; `text` for what people and the assistant wrote. */
  kind: z.enum([
    'text',
    'greeting',
    'escalation',
    'ticket_created',
    'joined',
    'handed_back',
    'status_changed',
    'assigned',
    'rated',
    'fallback',
  ]),
  body: z.string(),
  state: z.enum(['streaming', 'complete', 'interrupted']),
  sources: z.array(Source),
  /** Questions the assistant offers when it is not sure ("Did you mean"). */
  suggestions: z.array(z.string()),
  /** Calibrated probability that the answer is right (0 to 1); the desk shows it, customers do not see it. */
  confidence: z.number().nullable(),
  /** What the customer said of an answer: thumb up or down; null where nothing was said. */
  helpful: z.boolean().nullable(),
  attachments: z.array(FileView),
  createdAt: Instant,
})
export type MessageView = z.output<typeof MessageView>

/** The offer to make a ticket of the chat (E2), until it is taken or put off. */
export const EscalationOffer = z.object({
  reason: EscalationReason,
  priority: Priority,
  /** The moment the prompt appears: after the escalation message, as the seeds have it. */
  promptAt: Instant,
})
export type EscalationOffer = z.output<typeof EscalationOffer>

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

const Slug = z.string().min(1).max(64)
const InPortal = z.object({ slug: Slug })
const InConversation = z.object({ slug: Slug, conversationId: ConversationId })

export const MessageBody = text(8000)

/** Opens a chat: stores it and greets. */
export const startConversation = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations',
  summary: 'Start a chat',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  idempotent: true,
  status: 201,
  params: InPortal,
  body: z.strictObject({
    id: ConversationId,
    context: ChatContext,
    /** The browser's IANA time zone, for a greeting by the customer's own clock. */
    timezone: line(64).optional(),
  }),
  reply: ThreadView,
})

/** The caller's own chats, newest first. */
export const listOwnConversations = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/conversations',
  summary: 'My chats',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  params: InPortal,
  query: z.object({ cursor: z.string().max(200).optional() }),
  reply: pageOf(
    z.object({
      id: ConversationId,
      context: ChatContext,
      state: ConversationState,
      preview: z.string(),
      messageCount: z.number().int(),
      createdAt: Instant,
      updatedAt: Instant,
    }),
  ),
})

export const getOwnConversation = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/conversations/:conversationId',
  summary: 'One of my chats',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  params: InConversation,
  query: z.object({ cursor: z.string().max(200).optional() }),
  reply: ThreadView,
})

/** Sends a customer's message. Acknowledged means stored; the answer comes over the live stream. */
export const sendOwnMessage = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/messages',
  summary: 'Send a message',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  idempotent: true,
  status: 201,
  params: InConversation,
  body: z
    .strictObject({ id: MessageId, body: MessageBody, fileIds: FileIds })
    .refine((message) => message.body.length > 0 || message.fileIds.length > 0, {
      path: ['body'],
      message: 'Write a message first.',
    }),
  reply: MessageView,
})

/** "Talk to a person": makes the offer at once, whatever the assistant thinks. */
export const requestPerson = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/person',
  summary: 'Ask for a person',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InConversation,
  reply: ConversationView,
})

/** "Not Now": puts the offer off; the chat goes on with the assistant. */
export const declineOffer = endpoint({
  method: 'DELETE',
  path: '/api/portal/:slug/conversations/:conversationId/person',
  summary: 'Put the offer of a ticket off',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InConversation,
  reply: ConversationView,
})

/** Thumb up or down on an answer of the assistant; null takes it back. */
export const rateAnswer = endpoint({
  method: 'PUT',
  path: '/api/portal/:slug/conversations/:conversationId/messages/:messageId/rating',
  summary: 'Say whether an answer helped',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: z.object({ slug: Slug, conversationId: ConversationId, messageId: MessageId }),
  body: z.strictObject({ helpful: z.boolean().nullable() }),
  reply: MessageView,
})

const Ok = z.object({ ok: z.literal(true) })

export const setOwnTyping = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/typing',
  summary: 'Say that the customer is typing',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InConversation,
  body: z.strictObject({ isTyping: z.boolean() }),
  reply: Ok,
})

export const markOwnSeen = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/seen',
  summary: 'Say up to where the customer has read',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InConversation,
  body: z.strictObject({ seq: z.number().int().min(0).max(2_000_000_000) }),
  reply: Ok,
})

/** Live events of one own chat. `Last-Event-ID` (or `after`) replays what came since. */
export const streamOwnConversation = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/conversations/:conversationId/stream',
  summary: 'Live events of a chat (SSE)',
  tag: 'portal',
  access: 'guest',
  rate: 'stream',
  answer: 'stream',
  params: InConversation,
  query: z.object({ after: z.coerce.number().int().min(0).max(2_000_000_000).optional() }),
  reply: z.undefined(),
})
