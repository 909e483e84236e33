import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAgent } from '#contracts/agent/agent.ts'
import { createAgentAction } from '#contracts/agent/agent-action.ts'
import { createFaqFromQuestions } from '#contracts/assistant/unanswered-question.ts'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { Endpoint } from '#contracts/endpoint.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { addPageDocument, addTextDocument } from '#contracts/knowledge/document.ts'
import { createFaq } from '#contracts/knowledge/faq.ts'
import { importPage } from '#contracts/knowledge/import.ts'
import { createTestQuestion, createTestQuestionFromMessage } from '#contracts/quality/test-question.ts'
import { rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import {
  assignTicket,
  changeTicket,
  createTicket,
  getTicket,
  moveTicket,
  sendTicketMessage,
  takeTicket,
} from '#contracts/ticket/ticket.ts'
import { makeAgent } from '#server/agent/fixture.ts'
import { makeQuestionGroup } from '#server/assistant/unanswered-questions/fixture.ts'
import { appendMessage } from '#server/conversation/service.ts'
import { allRoutes } from '#server/domains.ts'
import { pathOf, type TestClient } from './client.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
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

/** A member costs two password hashes, so each test creates only those it needs. */
const agent = (name: string) => h.member(acme, 'agent', name)

const newId = () => crypto.randomUUID() as never
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

type Reply = { status: number; body: { id?: string; error?: { code: string; reason?: string; current?: unknown } } }

async function post(who: TestClient, path: string, body: unknown): Promise<Reply> {
  const headers = { 'content-type': 'application/json' }
  const response = await who.raw(path, { method: 'POST', headers, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

const count = async (table: string, where: string, values: unknown[]): Promise<number> => {
  const sql = `SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1 AND ${where}`
  const [row] = await queryAsOwner<{ n: number }>(h.database.ownerUrl, sql, [acme.tenant.id, ...values])
  return row?.n ?? -1
}

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

describe('concurrent changes of a ticket', () => {
  const open = async () => {
    const ticketId: TicketId = await submitForm(guest, acme.slug)
    const ann = await agent('Ann')
    const { ticket } = await ann.call(getTicket, { params: { ticketId } })
    return { ann, ticketId, params: { ticketId }, version: ticket.version }
  }

  it('[T7] of two members one changes the ticket, the other gets a conflict with the current row', async () => {
    const { ann, params, version, ticketId } = await open()
    const bob = await agent('Bob')
    const change = (who: TestClient, priority: string) =>
      who.raw(pathOf(changeTicket, { params }), {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ version, priority }),
      })
    const replies = await Promise.all([change(ann, 'high'), change(bob, 'urgent')])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = replies[0]!.status === 200 ? replies : [replies[1]!, replies[0]!]
    const stored = await winner!.json()
    const { error } = await loser!.json()
    expect(error).toMatchObject({ code: 'conflict', reason: 'version' })
    expect(error.current).toMatchObject({ id: ticketId, version: version + 1, priority: stored.priority })
    const { ticket } = await bob.call(getTicket, { params })
    expect(ticket.priority).toBe(stored.priority)
    // The other member repeats the change on the current row.
    const body = { version: error.current.version, priority: 'low' as const }
    expect(await bob.call(changeTicket, { params, body })).toMatchObject({ priority: 'low', version: version + 2 })
  })

  it('[T7] every changing route refuses an old version', async () => {
    const { ann, params, version } = await open()
    const bob = await agent('Bob')
    await ann.call(changeTicket, { params, body: { version, priority: 'high' } })
    const refused = [
      await bob.fail(changeTicket, { params, body: { version, subject: 'Old' } }),
      await bob.fail(moveTicket, { params, body: { version, status: 'in-progress' } }),
      await bob.fail(takeTicket, { params, body: { version } }),
      await bob.fail(assignTicket, { params, body: { version, assigneeId: null } }),
    ]
    for (const { status, error } of refused) {
      expect([status, error.reason, (error.current as { priority: string }).priority]).toEqual([409, 'version', 'high'])
    }
  })

  it('one of 40 parallel takes succeeds', async () => {
    const { ann, params, version, ticketId } = await open()
    const bob = await agent('Bob')
    const path = pathOf(takeTicket, { params })
    const replies = await Promise.all(times(40).map((n) => post(n % 2 === 0 ? ann : bob, path, { version })))
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(39)
    expect(await count('activity_log', "action LIKE 'Assigned to%' AND ticket_id = $2", [ticketId])).toBe(1)
  })

  it('[U6] exactly one of 200 concurrent ratings is stored', async () => {
    const { ann, params, version, ticketId } = await open()
    const { version: second } = await ann.call(takeTicket, { params, body: { version } })
    await ann.call(moveTicket, { params, body: { version: second, status: 'resolved' } })
    const path = pathOf(rateTicket, { params: { slug: acme.slug, ticketId } })
    const replies = await Promise.all(times(200).map((n) => post(guest, path, { stars: 1 + (n % 5) })))
    const won = replies.filter(({ status }) => status === 200)
    const lost = replies.filter(({ status, body }) => status === 409 && body.error?.reason === 'rated')
    expect([won.length, lost.length]).toEqual([1, 199])
    const [row] = await queryAsOwner<{ rating: number }>(
      h.database.ownerUrl,
      'SELECT rating FROM ticket WHERE id = $1',
      [ticketId],
    )
    expect(row?.rating).toBe((won[0]!.body as { rating?: number }).rating)
    expect(await count('message', "kind = 'rated'", [])).toBe(1)
  })

  it('a chat that is submitted 20 times at once under different ids becomes one ticket', async () => {
    const { conversationId } = await startChat(guest, acme.slug)
    const path = pathOf(submitTicket, { params: { slug: acme.slug } })
    const replies = await Promise.all(times(20).map(() => post(guest, path, { ...form, id: newId(), conversationId })))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ body }) => body.error?.reason === 'has_ticket')).toHaveLength(19)
  })

  it('tickets that are created at once get numbers without gaps or duplicates', async () => {
    await Promise.all(times(30).map(() => submitForm(guest, acme.slug)))
    const rows = await queryAsOwner<{ number: number }>(
      h.database.ownerUrl,
      'SELECT number FROM ticket WHERE tenant_id = $1 ORDER BY 1',
      [acme.tenant.id],
    )
    expect(rows.map(({ number }) => number)).toEqual(times(30).map((n) => n + 1))
  })

  it('messages sent at once by customer and member have one order, in the database and in the stream', async () => {
    const { conversationId, params } = await startChat(guest, acme.slug)
    const ticketId = await submitForm(guest, acme.slug, conversationId)
    const ann = await agent('Ann')
    const stream = await guest.stream(`/api/portal/${acme.slug}/conversations/${conversationId}/stream?after=0`)
    const body = (n: number) => ({ id: newId() as MessageId, body: `n${n}`, fileIds: [] })
    await Promise.all(
      times(40).map((n) =>
        n % 2 === 0
          ? guest.call(sendGuestMessage, {
              params: params as { slug: string; conversationId: ConversationId },
              body: body(n),
            })
          : ann.call(sendTicketMessage, { params: { ticketId }, body: { ...body(n), visibility: 'public' as const } }),
      ),
    )
    const rows = await queryAsOwner<{ body: string; seq: number }>(
      h.database.ownerUrl,
      "SELECT body, seq FROM message WHERE conversation_id = $1 AND body ~ '^n\\d+$' ORDER BY seq",
      [conversationId],
    )
    expect(new Set(rows.map(({ seq }) => seq)).size).toBe(40)
    await stream.waitFor('message.created', ({ message }) => message.body === rows.at(-1)?.body)
    const received = stream.received.flatMap(({ event }) =>
      event.type === 'message.created' && /^n\d+$/.test(event.message.body) ? [event.message.body] : [],
    )
    expect(received).toEqual(rows.map((row) => row.body))
    stream.close()
  })
})
