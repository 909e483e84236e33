import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, line } from '#contracts/fields.ts'
import { ConversationId, MessageId } from '#contracts/ids.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { PortalParams, PortalSlug } from '#contracts/tenant/portal.ts'
import { ChatContext, ConversationState, ConversationView, ThreadView } from './conversation.ts'
import { FileIds } from './file.ts'
import { MessageBody, MessageView } from './message.ts'

const InConversation = z.object({ slug: PortalSlug, conversationId: ConversationId })

/** Opens a chat with a greeting. */
export const startConversation = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations',
  summary: 'Start a chat',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  idempotent: true,
  status: 201,
  params: PortalParams,
  body: z.strictObject({
    id: ConversationId,
    context: ChatContext,
    /** The browser's IANA time zone, for a greeting by the customer's local time. */
    timezone: line(64).optional(),
    /** Who writes, where the business asks before a chat; empty where the visitor left out what is not required. */
    contact: z.strictObject({ name: line(120), email: Email.or(z.literal('')) }).optional(),
  }),
  reply: ThreadView,
})

/** The guest's chats, newest first. */
export const listGuestConversations = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/conversations',
  summary: 'My chats',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  params: PortalParams,
  query: z.object({ cursor: Cursor }),
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

export const getGuestConversation = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/conversations/:conversationId',
  summary: 'One of my chats',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  params: InConversation,
  query: z.object({ cursor: Cursor }),
  reply: ThreadView,
})

/** Sends a customer's message. A reply means that it is stored; the answer comes over the live stream. */
export const sendGuestMessage = endpoint({
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
      message: 'error_enter_message',
    }),
  reply: MessageView,
})

/** "Talk to a person": makes the ticket offer at once, without a decision of the assistant. */
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

/** "Not Now": declines the ticket offer; the assistant goes on answering. */
export const declineOffer = endpoint({
  method: 'DELETE',
  path: '/api/portal/:slug/conversations/:conversationId/person',
  summary: 'Decline the offer of a ticket',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InConversation,
  reply: ConversationView,
})

/** Thumb up or down on an answer of the assistant; null removes it. */
export const rateAnswer = endpoint({
  method: 'PUT',
  path: '/api/portal/:slug/conversations/:conversationId/messages/:messageId/rating',
  summary: 'Rate an answer with a thumb',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: z.object({ slug: PortalSlug, conversationId: ConversationId, messageId: MessageId }),
  body: z.strictObject({ helpful: z.boolean().nullable() }),
  reply: MessageView,
})

const Ok = z.object({ ok: z.literal(true) })

export const setGuestTyping = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/typing',
  summary: 'Report that the customer is typing',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InConversation,
  body: z.strictObject({ isTyping: z.boolean() }),
  reply: Ok,
})

export const markGuestSeen = endpoint({
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/seen',
  summary: 'Report up to where the customer has read',
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: InConversation,
  body: z.strictObject({ seq: z.number().int().min(0).max(2_000_000_000) }),
  reply: Ok,
})

/** Live events of one chat of the guest. `Last-Event-ID` (or `after`) replays later events. */
export const streamGuestConversation = endpoint({
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
