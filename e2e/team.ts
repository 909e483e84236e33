import type { APIRequestContext } from '@playwright/test'
import { request } from '@playwright/test'
import { memberOf, type Segue, sessionOf } from './segue.ts'

type Ticket = {
  id: string
  number: number
  subject: string
  status: string
  version: number
  conversationId: string
  priority: string
}
type Detail = {
  ticket: Ticket & Record<string, unknown>
  thread: { conversation: { seq: number }; messages: unknown[] }
}

/** A member's actions over HTTP, for tests of the customer's screen. */
export type Team = {
  ticketBySubject: (subject: string) => Promise<Ticket>
  detail: (id: string) => Promise<Detail>
  reply: (id: string, body: string) => Promise<void>
  note: (id: string, body: string) => Promise<void>
  move: (id: string, status: string) => Promise<void>
  handBack: (id: string) => Promise<void>
  merge: (id: string, targetId: string) => Promise<void>
  reportPresence: (id: string, isTyping: boolean) => Promise<void>
}

/** The actions of a member of a demo tenant, who is signed in. */
export async function teamOf(segue: Segue, business = 0, role = 'owner'): Promise<Team> {
  const cookies = await sessionOf(segue, memberOf(segue, role, business))
  const api = await request.newContext({
    baseURL: segue.url,
    extraHTTPHeaders: { origin: segue.url },
    storageState: { cookies, origins: [] },
  })
  const detail = async (id: string) => (await (await checked(api.get(`/api/tickets/${id}`))).json()) as Detail
  const sendMessage = async (id: string, body: string, visibility: string) => {
    const data = { id: crypto.randomUUID(), body, visibility, fileIds: [] }
    await checked(api.post(`/api/tickets/${id}/messages`, { data }))
  }
  return {
    detail,
    ticketBySubject: async (subject) => {
      const answer = await checked(api.get('/api/tickets', { params: { words: subject } }))
      const { items } = (await answer.json()) as { items: Ticket[] }
      const found = items.find((ticket) => ticket.subject === subject)
      if (!found) throw new Error(`no ticket with subject ${subject}`)
      return found
    },
    reply: (id, body) => sendMessage(id, body, 'public'),
    note: (id, body) => sendMessage(id, body, 'note'),
    move: async (id, status) => {
      const { version } = (await detail(id)).ticket
      await checked(api.post(`/api/tickets/${id}/status`, { data: { version, status } }))
    },
    merge: async (id, targetId) => {
      const { version } = (await detail(id)).ticket
      await checked(api.post(`/api/tickets/${id}/merge`, { data: { id: crypto.randomUUID(), version, targetId } }))
    },
    handBack: async (id) => void (await checked(api.post(`/api/tickets/${id}/hand-back`))),
    reportPresence: async (id, isTyping) => {
      const { seq } = (await detail(id)).thread.conversation
      await checked(api.post(`/api/tickets/${id}/presence`, { data: { isHere: true, isTyping, seenSeq: seq } }))
    },
  }
}

async function checked(answering: ReturnType<APIRequestContext['get']>) {
  const answer = await answering
  if (!answer.ok()) throw new Error(`${answer.url()}: ${answer.status()} ${await answer.text()}`)
  return answer
}
