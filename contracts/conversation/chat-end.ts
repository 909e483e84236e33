import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { text } from '#contracts/fields.ts'
import { ConversationId } from '#contracts/ids.ts'
import { PortalSlug } from '#contracts/tenant/portal.ts'
import { ConversationView } from './conversation.ts'

/** A chat in which nobody wrote for so long counts as ended: its rating is offered. A further message goes on in it. */
export const CHAT_IDLE_MINUTES = 30

const OwnChat = {
  tag: 'portal',
  access: 'guest',
  rate: 'guestWrite',
  params: z.object({ slug: PortalSlug, conversationId: ConversationId }),
  reply: ConversationView,
} as const

/** "End chat": the assistant answers no more until the customer writes again. Refused for a chat with a ticket, which ends with that. */
export const endChat = endpoint({
  ...OwnChat,
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/end',
  summary: 'End a chat',
})

/** Rates a chat that has no ticket, once it has ended or nobody has written for a while. Within a day the rating may be changed once. */
export const rateChat = endpoint({
  ...OwnChat,
  method: 'PUT',
  path: '/api/portal/:slug/conversations/:conversationId/rating',
  summary: 'Rate an ended chat',
  body: z.strictObject({ stars: z.number().int().min(1).max(5), comment: text(2000).default('') }),
})
