import { afterAll, beforeAll, expect, it } from 'vitest'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import { confirmEmail, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { completeTurn } from '#server/assistant/answering/complete-turn.ts'
import type { StreamedAnswer } from '#server/assistant/answering/streaming.ts'
import type { Turn } from '#server/assistant/answering/turn.ts'
import { getConversation, newId } from '#server/conversation/service.ts'
import { system } from '#server/platform/actor.ts'
import { confirmationToken, getTicketRow } from '#server/ticket/service.ts'
import type { TestClient } from './client.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { queryAsOwner } from './owner-query.ts'
import { times } from './proof/concurrent-requests.ts'

const ROUNDS = 60
const AT_ONCE = 6

let h: Harness
let acme: TestTenant
beforeAll(async () => {
  h = await startHarness()
  acme = await h.tenant()
})
afterAll(() => h.stop())

const formOf = (n: number) => ({ name: 'Jo', email: `jo${n}@example.com`, subject: 'Bell', description: 'No ring' })

async function submit(guest: TestClient, n: number, conversationId?: ConversationId): Promise<TicketId> {
  const id = crypto.randomUUID() as TicketId
  const body = { ...formOf(n), id, ...(conversationId ? { conversationId } : {}) }
  await guest.call(submitTicket, { params: { slug: acme.slug }, body })
  return id
}

/** A guest with a ticket, so with a claim on its e-mail, and a chat without ticket. */
async function claimAndChat(n: number) {
  const guest = await h.guest(acme)
  const ticketId = await submit(guest, n)
  const chatId = crypto.randomUUID() as ConversationId
  await guest.call(startConversation, { params: { slug: acme.slug }, body: { id: chatId, context: 'general' } })
  return { guest, ticketId, chatId }
}

async function confirm(guest: TestClient, ticketId: TicketId): Promise<void> {
  const row = await acme.tenant.read((t) => getTicketRow(t, system, ticketId))
  const token = confirmationToken(h.platform, row, new Date())
  await guest.call(confirmEmail, { params: { slug: acme.slug }, body: { token } })
}

/** Completes a turn of the chat in which a model requested a ticket. */
async function openByAssistant(chatId: ConversationId): Promise<void> {
  const row = await acme.tenant.read((t) => getConversation(t, system, chatId))
  const question = { text: 'Open a ticket', language: 'en', agent: null } as Turn['question']
  const turn: Turn = { row, question, readUpTo: row.seq, escalationThreshold: 3 }
  const answer: StreamedAnswer = {
    messageId: newId(),
    outcome: 'answered',
    end: {
      type: 'end',
      toolRequest: { kind: 'ticket', subject: 'By the assistant', description: 'D' },
      outcome: 'answered',
      sources: [],
      suggestions: [],
      confidence: null,
      origin: { engine: 'model', latencyMs: 1, retrieved: [] },
    },
    latencyMs: 1,
    write: async () => undefined,
  }
  await acme.tenant.tx((t) => completeTurn(t, chatId, turn, answer))
}

/** Runs the rounds, some at once; gives why acts failed. */
async function race(round: (n: number) => Promise<Promise<unknown>[]>): Promise<string[]> {
  const failures: string[] = []
  const one = async (n: number) => {
    for (const result of await Promise.allSettled(await round(n))) {
      if (result.status === 'rejected') failures.push(String(result.reason.cause ?? result.reason))
    }
  }
  for (let n = 0; n < ROUNDS; n += AT_ONCE) await Promise.all(times(AT_ONCE).map((at) => one(n + at)))
  return failures
}

it('a ticket that the assistant opens while its guest confirms the e-mail is that of the confirmed customer', async () => {
  const failures = await race(async (n) => {
    const { guest, ticketId, chatId } = await claimAndChat(n)
    return n % 2 === 0
      ? [confirm(guest, ticketId), openByAssistant(chatId)]
      : [openByAssistant(chatId), confirm(guest, ticketId)]
  })
  expect(failures).toEqual([])
  const rows = await queryAsOwner<{ tickets: number; isVerified: boolean }>(
    h.database.ownerUrl,
    `SELECT count(*)::int AS tickets, c.email_verified_at IS NOT NULL AND c.claimed_by IS NULL AS "isVerified"
     FROM ticket t JOIN customer c ON c.tenant_id = t.tenant_id AND c.id = t.customer_id
     JOIN conversation v ON v.tenant_id = t.tenant_id AND v.id = t.conversation_id AND v.customer_id = t.customer_id
     WHERE t.tenant_id = $1 GROUP BY 2`,
    [acme.tenant.id],
  )
  expect(rows).toEqual([{ tickets: 2 * ROUNDS, isVerified: true }])
}, 180_000)

it('of a chat for which the guest and the assistant open a ticket at once one is opened, without a deadlock', async () => {
  const failures = await race(async (n) => {
    const { guest, chatId } = await claimAndChat(ROUNDS + n)
    return n % 2 === 0
      ? [submit(guest, ROUNDS + n, chatId), openByAssistant(chatId)]
      : [openByAssistant(chatId), submit(guest, ROUNDS + n, chatId)]
  })
  // Where the assistant was first, the form is refused.
  expect(failures.filter((failure) => !failure.includes('409 conflict'))).toEqual([])
  const rows = await queryAsOwner<{ id: string }>(
    h.database.ownerUrl,
    "SELECT id FROM ticket WHERE tenant_id = $1 AND source = 'chat' AND customer_email = ANY ($2)",
    [acme.tenant.id, times(ROUNDS).map((n) => formOf(ROUNDS + n).email)],
  )
  expect(rows).toHaveLength(ROUNDS)
}, 180_000)
