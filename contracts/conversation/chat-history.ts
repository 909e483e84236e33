import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Instant } from '#contracts/fields.ts'
import { ConversationId } from '#contracts/ids.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { PortalParams } from '#contracts/tenant/portal.ts'
import { ChatContext, ConversationState } from './conversation.ts'

/** A chat in which the customer wrote, as its history lists it. */
export const PastChatView = z.object({
  id: ConversationId,
  context: ChatContext,
  state: ConversationState,
  /** Its last words. */
  preview: z.string(),
  /** The customer's first message. */
  startedAt: Instant,
  /** The last message of anybody. */
  endedAt: Instant,
  /** Who answered the customer: the assistant, and members by name. */
  isAnsweredByAssistant: z.boolean(),
  people: z.array(z.string()),
})
export type PastChatView = z.output<typeof PastChatView>

/** The chats of this browser, and of the account that is signed in; the one that last changed first. One in which only the greeting stands is none. */
export const listChatHistory = endpoint({
  method: 'GET',
  path: '/api/portal/:slug/chat-history',
  summary: 'My past chats',
  tag: 'portal',
  access: 'guest',
  rate: 'read',
  params: PortalParams,
  query: z.object({ cursor: Cursor }),
  reply: pageOf(PastChatView),
})
