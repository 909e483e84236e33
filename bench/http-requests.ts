import { guestToken, idOf, SLUGS, TICKETS_PER_TENANT } from '#test/bulk-rows.ts'
import type { HttpRequest } from './load.ts'
import { MESSAGE_TEXT } from './sql-statements.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

export const listRequest = (cookie: string, query = ''): HttpRequest => ({
  method: 'GET',
  path: `/api/tickets${query}`,
  headers: { cookie },
})

export const openTicketRequests = (cookie: string, slug: string): HttpRequest[] =>
  Array.from({ length: TICKETS_PER_TENANT }, (_, n) => ({
    method: 'GET' as const,
    path: `/api/tickets/${idOf(`ticket ${slug}${n}`)}`,
    headers: { cookie },
  }))

export const createTicketRequest = (cookie: string): HttpRequest => ({
  method: 'POST',
  path: '/api/tickets',
  headers: { cookie, ...JSON_TYPE },
  body: JSON.stringify({ id: '{uuid}', subject: 'Where is my order?', description: MESSAGE_TEXT }),
})

export const guestHeaders = (n: number): Record<string, string> => ({ authorization: `Bearer ${guestToken(n)}` })

const chatPath = (conversationId: string): string => `/api/portal/${SLUGS.live}/conversations/${conversationId}`

/** Customer number n's chat: with a person, or with the assistant. */
export const chatOf = (n: number, who: 'human' | 'ai'): { conversationId: string; path: string } => {
  const conversationId = who === 'human' ? idOf(`conversation ${SLUGS.live}${n}`) : idOf(`conversation ai ${n}`)
  return { conversationId, path: chatPath(conversationId) }
}

export const sendMessageRequests = (guests: number, who: 'human' | 'ai', text = MESSAGE_TEXT): HttpRequest[] =>
  Array.from({ length: guests }, (_, n) => ({
    method: 'POST' as const,
    path: `${chatOf(n, who).path}/messages`,
    headers: { ...guestHeaders(n), ...JSON_TYPE },
    body: JSON.stringify({ id: '{uuid}', body: text, fileIds: [] }),
  }))
