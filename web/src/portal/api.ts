import type * as File from '#contracts/conversation/file.ts'
import type * as Conversation from '#contracts/conversation/guest-conversation.ts'
import type { startGuestSession as StartGuestSession } from '#contracts/customer/guest-session.ts'
import type * as Article from '#contracts/knowledge/article.ts'
import type * as Memory from '#contracts/memory/memory.ts'
import type { getPortal as GetPortal } from '#contracts/tenant/portal.ts'
import type * as Ticket from '#contracts/ticket/guest-ticket.ts'
import { remote } from '#web/lib/call.ts'

/** Every call of the customer side, typed by the contracts. */

export const getPortal = remote<typeof GetPortal>('GET', '/api/portal/:slug')
export const startGuestSession = remote<typeof StartGuestSession>('POST', '/api/portal/:slug/guest')

export const submitTicket = remote<typeof Ticket.submitTicket>('POST', '/api/portal/:slug/tickets')
export const listOwnTickets = remote<typeof Ticket.listGuestTickets>('GET', '/api/portal/:slug/tickets')
export const getOwnTicket = remote<typeof Ticket.getGuestTicket>('GET', '/api/portal/:slug/tickets/:ticketId')
export const rateTicket = remote<typeof Ticket.rateTicket>('POST', '/api/portal/:slug/tickets/:ticketId/rating')

export const listArticles = remote<typeof Article.listArticles>('GET', '/api/portal/:slug/articles')
export const readArticle = remote<typeof Article.readArticle>('GET', '/api/portal/:slug/articles/:articleSlug')
export const voteArticle = remote<typeof Article.voteArticle>('POST', '/api/portal/:slug/articles/:articleSlug/vote')

export const getOwnMemory = remote<typeof Memory.getGuestMemory>('GET', '/api/portal/:slug/memory')
export const eraseOwnMemory = remote<typeof Memory.eraseGuestMemory>('DELETE', '/api/portal/:slug/memory')

const CHAT = '/api/portal/:slug/conversations/:conversationId'
export const startConversation = remote<typeof Conversation.startConversation>(
  'POST',
  '/api/portal/:slug/conversations',
)
export const listOwnConversations = remote<typeof Conversation.listGuestConversations>(
  'GET',
  '/api/portal/:slug/conversations',
)
export const getOwnConversation = remote<typeof Conversation.getGuestConversation>('GET', CHAT)
export const sendOwnMessage = remote<typeof Conversation.sendGuestMessage>('POST', `${CHAT}/messages`)
export const requestPerson = remote<typeof Conversation.requestPerson>('POST', `${CHAT}/person`)
export const declineOffer = remote<typeof Conversation.declineOffer>('DELETE', `${CHAT}/person`)
export const rateAnswer = remote<typeof Conversation.rateAnswer>('PUT', `${CHAT}/messages/:messageId/rating`)
export const setOwnTyping = remote<typeof Conversation.setGuestTyping>('POST', `${CHAT}/typing`)
export const markOwnSeen = remote<typeof Conversation.markGuestSeen>('POST', `${CHAT}/seen`)
/** For `openLive` and file links, which need addresses rather than calls. */
export const STREAM_PATH = `${CHAT}/stream`

export const uploadGuestFile = remote<typeof File.uploadGuestFile>('POST', '/api/portal/:slug/files')
export const FILE_PATH = '/api/portal/:slug/files/:fileId'
