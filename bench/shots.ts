import { guestToken, SLUGS, TICKETS_PER_TENANT } from '#test/bulk-rows.ts'
import type { Shot } from './load.ts'
import { idOf, WORDS } from './statements.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

export const listShot = (cookie: string, query = ''): Shot => ({
  method: 'GET',
  path: `/api/tickets${query}`,
  headers: { cookie },
})

export const openShots = (cookie: string, slug: string): Shot[] =>
  Array.from({ length: TICKETS_PER_TENANT }, (_, n) => ({
    method: 'GET' as const,
    path: `/api/tickets/${idOf(`ticket ${slug}${n}`)}`,
    headers: { cookie },
  }))

export const createShot = (cookie: string): Shot => ({
  method: 'POST',
  path: '/api/tickets',
  headers: { cookie, ...JSON_TYPE },
  body: JSON.stringify({ id: '{uuid}', subject: 'Where is my order?', description: WORDS }),
})

export const guestHeaders = (n: number): Record<string, string> => ({ authorization: `Bearer ${guestToken(n)}` })

const chatPath = (conversationId: string): string => `/api/portal/${SLUGS.live}/conversations/${conversationId}`

/** Customer number n's chat: with a person, or with the assistant. */
export const chatOf = (n: number, who: 'human' | 'ai'): { conversationId: string; path: string } => {
  const conversationId = who === 'human' ? idOf(`conversation ${SLUGS.live}${n}`) : idOf(`conversation ai ${n}`)
  return { conversationId, path: chatPath(conversationId) }
}

export const sendShots = (guests: number, who: 'human' | 'ai', words = WORDS): Shot[] =>
  Array.from({ length: guests }, (_, n) => ({
    method: 'POST' as const,
    path: `${chatOf(n, who).path}/messages`,
    headers: { ...guestHeaders(n), ...JSON_TYPE },
    body: JSON.stringify({ id: '{uuid}', body: words, fileIds: [] }),
  }))
