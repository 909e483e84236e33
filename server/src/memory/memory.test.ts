import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  declineOffer,
  getGuestConversation,
  requestPerson,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { eraseGuestMemory, getGuestMemory, getTicketMemory, type MemoryView } from '#contracts/memory/memory.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getConversation } from '#server/conversation/service.ts'
import { makeCustomer } from '#server/customer/fixture.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { system } from '#server/platform/actor.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { memoryOwnerOf, upsertMemory } from './queries.ts'
import { recall, recallForAnswer } from './reads.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const uuid = () => crypto.randomUUID()
type GuestClient = Awaited<ReturnType<Harness['guest']>>

async function openChat(guest: GuestClient, { slug }: TestTenant, timezone = 'Europe/Madrid') {
  const id = uuid() as ConversationId
  const opened = await guest.call(startConversation, { params: { slug }, body: { id, context: 'general', timezone } })
  return { id, greeting: opened.messages[0]?.body ?? '' }
}

const memoryOf = async (guest: GuestClient, { slug }: TestTenant): Promise<MemoryView | null> =>
  (await guest.call(getGuestMemory, { params: { slug } })).memory

/** Sends a message and waits until the memory has the exchange. */
async function exchange(guest: GuestClient, of: TestTenant, id: ConversationId, body: string): Promise<MemoryView> {
  const before = (await memoryOf(guest, of))?.totalInteractions ?? 0
  const params = { slug: of.slug, conversationId: id }
  await guest.call(sendGuestMessage, { params, body: { id: uuid() as MessageId, body, fileIds: [] } })
  const after = async () => (await memoryOf(guest, of))?.totalInteractions ?? 0
  await expect.poll(after, { timeout: 40_000, interval: 40 }).toBeGreaterThan(before)
  return (await memoryOf(guest, of)) as MemoryView
}

const offerIn = async (guest: GuestClient, { slug }: TestTenant, conversationId: ConversationId) =>
  (await guest.call(getGuestConversation, { params: { slug, conversationId } })).conversation.offer

describe('the memory of a guest', () => {
  it('[M1] contains the exchanges with issue, style, language and time zone', async () => {
    const acme = await h.tenant()
    await makeFaq(acme.tenant, {
      question: 'How do I reset my password?',
      phrasings: ['I forgot my password'],
      answer: 'Use the link on the sign-in page.',
    })
    const guest = await h.guest(acme)
    expect(await memoryOf(guest, acme)).toBeNull()
    const { id } = await openChat(guest, acme)
    await exchange(guest, acme, id, 'I forgot my password')
    const memory = await exchange(guest, acme, id, 'password reset?')
    expect(memory).toMatchObject({
      visitCount: 1,
      totalInteractions: 2,
      timezone: 'Europe/Madrid',
      preferredLanguage: 'en',
      communicationStyle: 'concise',
      knownIssues: [{ category: 'authentication', topic: 'password', count: 1 }],
      commonQuestions: [{ count: 1 }, { count: 1 }],
    })
    expect(memory.recentExchanges).toHaveLength(2)
    expect(memory.recentExchanges[1]).toMatchObject({
      conversationId: id,
      question: 'I forgot my password',
      answer: 'Use the link on the sign-in page.',
    })
  })

  it('[H2] [M1] makes the greeting of a returning guest name the last topic', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const first = await openChat(guest, acme)
    expect(first.greeting).toMatch(/^Good (morning|afternoon|evening)!/)
    await exchange(guest, acme, first.id, 'I was charged twice for my bike')
    expect((await openChat(guest, acme)).greeting).toMatch(/^Welcome back! Last time it was about a double charge\. /)
    const other = await h.guest(acme)
    await openChat(other, acme)
    expect((await openChat(other, acme)).greeting).toMatch(/^Welcome back! (?!Last time)/)
  })

  it('[E1] raises the priority of a recurring issue one step, and escalates by score at five exchanges, once per chat', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const first = await openChat(guest, acme)
    await exchange(guest, acme, first.id, 'where is my invoice?')
    await exchange(guest, acme, first.id, 'hello')
    await exchange(guest, acme, first.id, 'hello')
    const second = await openChat(guest, acme)
    await exchange(guest, acme, second.id, 'hello')
    expect(await offerIn(guest, acme, second.id)).toBeNull()
    await exchange(guest, acme, second.id, 'my invoice again')
    // Low, raised one step because the issue recurs.
    expect(await offerIn(guest, acme, second.id)).toMatchObject({ reason: 'score', priority: 'medium' })
    // Once declined, the score does not escalate again in this chat.
    await guest.call(declineOffer, { params: { slug: acme.slug, conversationId: second.id } })
    await exchange(guest, acme, second.id, 'and the invoice of May?')
    expect(await offerIn(guest, acme, second.id)).toBeNull()
    const third = await openChat(guest, acme)
    await exchange(guest, acme, third.id, 'I want to talk to a human about my invoice')
    expect(await offerIn(guest, acme, third.id)).toMatchObject({ reason: 'human_requested', priority: 'urgent' })
    expect((await memoryOf(guest, acme))?.escalations).toMatchObject([
      { reason: 'human_requested', words: 'I want to talk to a human about my invoice' },
      { reason: 'score' },
    ])
  })
})

describe('the owner of a memory', () => {
  it('[M2] the guest reads and erases it, while the conversation stays', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const { id } = await openChat(guest, acme)
    await exchange(guest, acme, id, 'my secret invoice 4711')
    await guest.call(requestPerson, { params: { slug: acme.slug, conversationId: id } })
    expect(await guest.call(eraseGuestMemory, { params: { slug: acme.slug } })).toEqual({ erased: true })
    expect(await memoryOf(guest, acme)).toBeNull()
    expect((await openChat(guest, acme)).greeting).toMatch(/^Good /)
    expect(JSON.stringify(await memoryOf(guest, acme))).not.toContain('4711')
    // The conversation itself stays.
    const thread = await guest.call(getGuestConversation, { params: { slug: acme.slug, conversationId: id } })
    expect(JSON.stringify(thread)).toContain('4711')
  })

  it('[M2] members read the requester’s memory on the ticket, and no other guest’s', async () => {
    const acme = await h.tenant()
    const [guest, other] = [await h.guest(acme), await h.guest(acme)]
    const agent = await h.member(acme)
    const chat = await openChat(guest, acme)
    await exchange(guest, acme, chat.id, 'my invoice is wrong, says the guest')
    const otherChat = await openChat(other, acme)
    await exchange(other, acme, otherChat.id, 'the app crashes, says the other')
    const ticketId = uuid() as TicketId
    const form = { name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
    const body = { ...form, id: ticketId, conversationId: chat.id }
    await guest.call(submitTicket, { params: { slug: acme.slug }, body })
    const { memory } = await agent.call(getTicketMemory, { params: { ticketId } })
    expect(memory).toMatchObject({ knownIssues: [{ topic: 'invoice' }] })
    expect(JSON.stringify(memory)).not.toContain('the other')
  })

  it('[M2] another guest who claims the same e-mail address gets nothing of the first guest’s memory', async () => {
    const acme = await h.tenant()
    const [guest, stranger] = [await h.guest(acme), await h.guest(acme)]
    const form = { name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
    for (const one of [guest, stranger]) {
      const { id: conversationId } = await openChat(one, acme)
      if (one === guest) await exchange(one, acme, conversationId, 'the refund of account 998877')
      const body = { ...form, id: uuid() as TicketId, conversationId }
      await one.call(submitTicket, { params: { slug: acme.slug }, body })
    }
    expect(JSON.stringify(await memoryOf(guest, acme))).toContain('998877')
    expect(JSON.stringify(await memoryOf(stranger, acme))).not.toContain('998877')
    expect((await openChat(stranger, acme)).greeting).not.toContain('refund')
  })

  it('[M2] an answer is told of the five latest tickets of this guest, and of no other guest’s or tenant’s', async () => {
    const [acme, beta] = [await h.tenant(), await h.tenant()]
    const [guest, stranger, elsewhere] = [await h.guest(acme), await h.guest(acme), await h.guest(beta)]
    const submit = async (one: GuestClient, { slug }: TestTenant, subject: string) => {
      const form = { name: 'Jo', email: 'jo@example.com', subject, description: 'D' }
      await one.call(submitTicket, { params: { slug }, body: { ...form, id: uuid() as TicketId } })
    }
    for (const n of [1, 2, 3, 4, 5, 6]) await submit(guest, acme, `own ${n}`)
    await submit(stranger, acme, 'of the stranger')
    await submit(elsewhere, beta, 'of another business')
    const { id } = await openChat(guest, acme)
    const told = await acme.tenant.read(async (t) => {
      const owner = memoryOwnerOf(await getConversation(t, system, id))
      return (await recallForAnswer(t, owner!, id))?.lines.join('\n') ?? ''
    })
    expect(told).toContain('#6 "own 6" (open, opened today); #5 "own 5"')
    expect(told.match(/"own \d"/g)).toEqual([6, 5, 4, 3, 2].map((n) => `"own ${n}"`))
    expect(told).not.toMatch(/stranger|another business/)
  })

  it('[M1] a signed-in customer has a memory that another tenant cannot read', async () => {
    const acme = await h.tenant()
    const customer = await makeCustomer(acme.tenant)
    const whose = { kind: 'customer', id: customer.id } as const
    await acme.tenant.tx((t) => upsertMemory(t, whose, { visits: 3, timezone: 'UTC' }))
    expect(await acme.tenant.read((t) => recall(t, whose))).toMatchObject({ visitCount: 3 })
    const beta = await h.tenant()
    expect(await beta.tenant.read((t) => recall(t, whose))).toBeNull()
  })
})
