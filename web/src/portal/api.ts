import type * as Conversation from '#contracts/conversation/conversation.ts'
import type * as File from '#contracts/conversation/file.ts'
import type * as Memory from '#contracts/memory/memory.ts'
import type * as Portal from '#contracts/tenant/portal.ts'
import { remote } from '#web/lib/call.ts'

/** Every call of the customer side, typed by the contracts. */

export const getPortal = remote<typeof Portal.getPortal>('GET', '/api/portal/:slug')
export const startGuestSession = remote<typeof Portal.startGuestSession>('POST', '/api/portal/:slug/guest')

export const submitTicket = remote<typeof Portal.submitTicket>('POST', '/api/portal/:slug/tickets')
export const listOwnTickets = remote<typeof Portal.listOwnTickets>('GET', '/api/portal/:slug/tickets')
export const getOwnTicket = remote<typeof Portal.getOwnTicket>('GET', '/api/portal/:slug/tickets/:ticketId')
export const rateTicket = remote<typeof Portal.rateTicket>('POST', '/api/portal/:slug/tickets/:ticketId/rating')

export const listArticles = remote<typeof Portal.listArticles>('GET', '/api/portal/:slug/articles')
export const readArticle = remote<typeof Portal.readArticle>('GET', '/api/portal/:slug/articles/:articleSlug')
export const voteArticle = remote<typeof Portal.voteArticle>('POST', '/api/portal/:slug/articles/:articleSlug/vote')

export const getOwnMemory = remote<typeof Memory.getOwnMemory>('GET', '/api/portal/:slug/memory')
export const eraseOwnMemory = remote<typeof Memory.eraseOwnMemory>('DELETE', '/api/portal/:slug/memory')

const CHAT = '/api/portal/:slug/conversations/:conversationId'
export const startConversation = remote<typeof Conversation.startConversation>(
  'POST',
  '/api/portal/:slug/conversations',
)
export const listOwnConversations = remote<typeof Conversation.listOwnConversations>(
  'GET',
  '/api/portal/:slug/conversations',
)
export const getOwnConversation = remote<typeof Conversation.getOwnConversation>('GET', CHAT)
export const sendOwnMessage = remote<typeof Conversation.sendOwnMessage>('POST', `${CHAT}/messages`)
export const requestPerson = remote<typeof Conversation.requestPerson>('POST', `${CHAT}/person`)
export const declineOffer = remote<typeof Conversation.declineOffer>('DELETE', `${CHAT}/person`)
export const rateAnswer = remote<typeof Conversation.rateAnswer>('PUT', `${CHAT}/messages/:messageId/rating`)
export const setOwnTyping = remote<typeof Conversation.setOwnTyping>('POST', `${CHAT}/typing`)
export const markOwnSeen = remote<typeof Conversation.markOwnSeen>('POST', `${CHAT}/seen`)
/** For `openLive` and file links, which need addresses rather than calls. */
export const STREAM_PATH = `${CHAT}/stream`

export const uploadGuestFile = remote<typeof File.uploadGuestFile>('POST', '/api/portal/:slug/files')
export const FILE_PATH = '/api/portal/:slug/files/:fileId'
