import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAgent } from '#contracts/agent/agent.ts'
import { createAgentAction } from '#contracts/agent/agent-action.ts'
import { createFaqFromQuestions } from '#contracts/assistant/unanswered-question.ts'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { Endpoint } from '#contracts/endpoint.ts'
import type { MessageId } from '#contracts/ids.ts'
import { addPageDocument, addTextDocument } from '#contracts/knowledge/document.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { importPage } from '#contracts/knowledge/import.ts'
import { createTestQuestion, createTestQuestionFromMessage } from '#contracts/quality/test-question.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeAgent } from '#server/agent/fixture.ts'
import { makeQuestionGroup } from '#server/assistant/unanswered-questions/fixture.ts'
import { appendMessage } from '#server/conversation/service.ts'
import { allRoutes } from '#server/domains.ts'
import { pathOf, type TestClient } from './client.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { countRows, post, type Reply, times } from './proof/concurrent-requests.ts'
import { startChat, submitForm } from './proof/full-tenant.ts'

let h: Harness
let acme: TestTenant
let guest: Awaited<ReturnType<Harness['guest']>>
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())
beforeEach(async () => {
  acme = await h.tenant()
  guest = await h.guest(acme)
})

/** Stores an answer of the assistant. */
async function answerOf({ tenant }: TestTenant): Promise<MessageId> {
  const { conversationId } = await startChat(guest, acme.slug)
  const id: MessageId = newId()
  await tenant.tx((t) => appendMessage(t, conversationId, { id, author: 'assistant', body: 'ring ring' }))
  return id
}

const agent = (name: string) => h.member(acme, 'agent', name)

const newId = () => crypto.randomUUID() as never

const count = (table: string, where: string, values: unknown[]) =>
  countRows(h.database, acme.tenant.id, table, where, values)

type Creation = {
  endpoint: Endpoint
  /** Path, a body, another body under the same id, and the number of its rows. */
  arrange: () => Promise<{ who: TestClient; path: string; body: object; other: object; rows: () => Promise<number> }>
}

const form = { name: 'Jo', email: 'jo@example.com', subject: 'Bell', description: 'It does not ring' }

const CREATIONS: Creation[] = [
  {
    endpoint: startConversation,
    arrange: async () => {
      const id = newId()
      const body = { id, context: 'general' }
      const rows = () => count('message', "conversation_id = $2 AND kind = 'greeting'", [id])
      const path = pathOf(startConversation, { params: { slug: acme.slug } })
      return { who: guest, path, body, other: { ...body, context: 'billing' }, rows }
    },
  },
  {
    endpoint: sendGuestMessage,
    arrange: async () => {
      const { params } = await startChat(guest, acme.slug)
      const body = { id: newId(), body: 'ring ring', fileIds: [] }
      const rows = () => count('message', "body = 'ring ring' AND conversation_id = $2", [params.conversationId])
      return { who: guest, path: pathOf(sendGuestMessage, { params }), body, other: { ...body, body: 'other' }, rows }
    },
  },
  {
    endpoint: submitTicket,
    arrange: async () => {
      const body = { ...form, id: newId() }
      const path = pathOf(submitTicket, { params: { slug: acme.slug } })
      return { who: guest, path, body, other: { ...body, subject: 'Other' }, rows: ticketRows }
    },
  },
  {
    endpoint: createTicket,
    arrange: async () => {
      const body = { id: newId(), subject: 'Bell', description: 'It does not ring' }
      return {
        who: await agent('Ann'),
        path: createTicket.path,
        body,
        other: { ...body, description: 'Other' },
        rows: ticketRows,
      }
    },
  },
  {
    endpoint: sendTicketMessage,
    arrange: async () => {
      const ticketId = await submitForm(guest, acme.slug)
      const body = { id: newId(), body: 'ring ring', visibility: 'public', fileIds: [] }
      const path = pathOf(sendTicketMessage, { params: { ticketId } })
      const rows = () => count('message', "body = 'ring ring'", [])
      return { who: await agent('Ann'), path, body, other: { ...body, visibility: 'note' }, rows }
    },
  },
]

/** A creation by an admin; the id is found in `table`. */
const creationByAdmin = (
  endpoint: Endpoint,
  table: string,
  given: () =>
    | Promise<{ params?: Record<string, string>; body: object; other: object }>
    | { params?: Record<string, string>; body: object; other: object },
): Creation => ({
  endpoint,
  arrange: async () => {
    const { params, body, other } = await given()
    const id = newId()
    const path = pathOf(endpoint, params ? { params } : {})
    const rows = () => count(table, 'id = $2', [id])
    const who = await h.member(acme, 'admin')
    return { who, path, body: { id, ...body }, other: { id, ...body, ...other }, rows }
  },
})

const FAQ_BODY = { question: 'Does it ring?', answer: 'It does.' }

const DOCUMENT_KIND = { type: 'Guide', category: 'General' }

const AGENT_BODY = {
  name: 'Bell',
  type: 'general',
  description: 'Rings',
  provider: null,
  model: null,
  personality: 'Calm',
}

const ACTION_BODY = {
  name: 'ring_bell',
  description: 'Rings',
  method: 'GET',
  url: 'https://bells.example/ring',
  parameters: [],
  headers: [],
  needsConfirmation: false,
  isEnabled: true,
}

const ADMIN_CREATIONS: Creation[] = [
  creationByAdmin(createFaq, 'faq', () => ({ body: FAQ_BODY, other: { answer: 'It does not.' } })),
  creationByAdmin(createFaqFromQuestions, 'faq', async () => {
    const { conversationId } = await startChat(guest, acme.slug)
    const questionGroupId = await makeQuestionGroup(acme.tenant, conversationId)
    return { params: { questionGroupId }, body: FAQ_BODY, other: { answer: 'It does not.' } }
  }),
  creationByAdmin(addTextDocument, 'training_document', () => ({
    body: { name: 'Bells', ...DOCUMENT_KIND, content: 'A bell rings.' },
    other: { content: 'A bell is silent.' },
  })),
  creationByAdmin(addPageDocument, 'training_document', () => ({
    body: { name: 'Bells', ...DOCUMENT_KIND, url: 'http://127.0.0.1:9/bells' },
    other: { url: 'http://127.0.0.1:9/other' },
  })),
  creationByAdmin(importPage, 'knowledge_import', () => ({
    body: { url: 'http://127.0.0.1:9/bells' },
    other: { url: 'http://127.0.0.1:9/other' },
  })),
  creationByAdmin(createAgent, 'agent', () => ({
    body: { ...AGENT_BODY, capabilities: [], specializations: [] },
    other: { name: 'Other' },
  })),
  creationByAdmin(createAgentAction, 'agent_action', async () => {
    const { conversationId } = await startChat(guest, acme.slug)
    const { agentId } = await makeAgent(acme.tenant, conversationId)
    return { params: { agentId }, body: ACTION_BODY, other: { url: 'https://bells.example/other' } }
  }),
  creationByAdmin(createTestQuestion, 'test_question', () => ({
    body: { question: 'Does it ring?', expected: { kind: 'person' } },
    other: { expected: { kind: 'answer', words: 'It is silent.' } },
  })),
  creationByAdmin(createTestQuestionFromMessage, 'test_question', async () => {
    const messageId = await answerOf(acme)
    return { body: { messageId, origin: 'correction' }, other: { origin: 'escalation' } }
  }),
]

/** The number of tickets: NaN unless rows, conversations, activity entries and numbers agree. */
async function ticketRows(): Promise<number> {
  const counts = [
    await count('ticket', 'true', []),
    await count('conversation', 'true', []),
    await count('activity_log', "action = 'Ticket created'", []),
    await count('tenant_counter', 'last_ticket_number = 1', []),
  ]
  return Math.max(...counts) === Math.min(...counts) ? counts[0]! : Number.NaN
}

describe('a creating request that is sent 50 times at once', () => {
  it('is tested for every route that is declared idempotent', () => {
    const declared = allRoutes.map(({ endpoint }) => endpoint).filter(({ idempotent }) => idempotent)
    const proved = [...CREATIONS, ...ADMIN_CREATIONS].map(({ endpoint }) => endpoint)
    expect(declared.filter((one) => !proved.includes(one)).map(({ path }) => path)).toEqual([])
  })

  it.each(
    [...CREATIONS, ...ADMIN_CREATIONS].map((one) => [`${one.endpoint.method} ${one.endpoint.path}`, one] as const),
  )('%s creates one row and gives every caller the same reply', async (_, { arrange }) => {
    const { who, path, body, other, rows } = await arrange()
    const replies = await Promise.all(times(50).map(() => post(who, path, body)))
    expect([...new Set(replies.map(({ status }) => status))]).toEqual([201])
    // Fields that another request changed meanwhile may differ; what was created may not.
    const created = (reply: Reply) => {
      const { id, number, seq, conversation } = reply.body as Record<string, unknown> & {
        conversation?: { id: string }
      }
      return JSON.stringify([id, number, seq, conversation?.id])
    }
    expect(new Set(replies.map(created)).size).toBe(1)
    expect(await rows()).toBe(1)
    const again = await post(who, path, body)
    expect([again.status, created(again)]).toEqual([201, created(replies[0]!)])
    const refused = await Promise.all(times(5).map(() => post(who, path, other)))
    expect(refused.map(({ status, body: reply }) => [status, reply.error?.code])).toEqual(
      times(5).map(() => [409, 'conflict']),
    )
    expect(await rows()).toBe(1)
  })

  it('stores one of two bodies under one new id and refuses the other with 409', async () => {
    const { who, path, body, other } = await CREATIONS[2]!.arrange()
    const replies = await Promise.all(times(40).map((n) => post(who, path, n % 2 === 0 ? body : other)))
    const statusesOf = (parity: number) => replies.filter((_, n) => n % 2 === parity).map(({ status }) => status)
    const winners = [statusesOf(0), statusesOf(1)].map((statuses) => [...new Set(statuses)])
    expect(winners.flat().sort()).toEqual([201, 409])
    expect(await ticketRows()).toBe(1)
  })
})
