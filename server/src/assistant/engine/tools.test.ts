import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { listGuestTickets, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { addFaq } from '#server/knowledge/service.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'

let h: Harness
let ai: Standin
beforeAll(async () => {
  ai = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: ai.url } })
})
afterAll(async () => {
  await h.stop()
  await ai.stop()
})
beforeEach(() => ai.reset())

async function shop(): Promise<TestTenant> {
  const acme = await h.tenant('Acme Bikes')
  await acme.tenant.tx((t) =>
    addFaq(t, {
      question: 'Do you repair punctures?',
      phrasings: ['Can you fix a flat tyre?'],
      answer: 'Punctures are repaired while you wait, for 12 pounds.',
      category: 'Technical',
      priority: 'medium',
    }),
  )
  await connectProvider(acme.tenant, 'openai', { key: 'sk-of-the-shop-0001' })
  return acme
}

type Visitor = Awaited<ReturnType<Harness['guest']>>

async function chat({ slug }: TestTenant, guest: Visitor) {
  const id = crypto.randomUUID() as ConversationId
  const params = { slug, conversationId: id }
  await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const thread = () => guest.call(getGuestConversation, { params })
  const ask = async (body: string) => {
    const message = { id: crypto.randomUUID() as MessageId, body, fileIds: [] }
    const { seq } = await guest.call(sendGuestMessage, { params, body: message })
    for (;;) {
      const { messages } = await thread()
      const answer = messages.find((one) => one.author === 'assistant' && one.seq > seq && one.state !== 'streaming')
      if (answer) return answer
      await new Promise((again) => setTimeout(again, 40))
    }
  }
  return { ask, thread }
}

const ticketOf = (guest: Visitor, { slug }: TestTenant, subject: string) =>
  guest.call(submitTicket, {
    params: { slug },
    body: {
      id: crypto.randomUUID() as TicketId,
      name: 'Jo',
      email: `${crypto.randomUUID()}@mail.example`,
      subject,
      description: 'It does not work.',
    },
  })

/** The tool results that the model received. */
const results = () =>
  ai.requests.flatMap(({ parsed }) => parsed.turns.filter(({ role }) => role === 'tool')).map(({ text }) => text)

describe('the assistant’s tools', () => {
  it('[H7] have no input for a tenant, customer or e-mail address', async () => {
    const acme = await shop()
    const { ask } = await chat(acme, await h.guest(acme))
    await ask('Where is my wheel?')
    const tools = JSON.stringify(ai.requests[0]!.body.tools)
    for (const name of ['search_knowledge', 'own_tickets', 'create_ticket', 'hand_over']) expect(tools).toContain(name)
    expect(tools).not.toMatch(/tenant|guest|customer_?id|e-?mail|address/i)
  })

  it('[H7] list only the customer’s own tickets, whatever input a model gives', async () => {
    const acme = await shop()
    const other = await shop()
    const [jane, joe, far] = [await h.guest(acme), await h.guest(acme), await h.guest(other)]
    await ticketOf(joe, acme, 'Canary of Joe')
    await ticketOf(far, other, 'Canary of a far shop')
    await ticketOf(jane, acme, 'Broken spoke')
    ai.setBehaviour('openai', {
      tool: 'own_tickets',
      input: { guestId: joe.actor.guestId, tenantId: other.tenant.id, email: 'joe@mail.example', all: true },
    })
    const { ask } = await chat(acme, jane)
    const answer = await ask('What about my ticket?')
    expect(results().join()).toContain('Broken spoke')
    expect(results().join() + answer.body).not.toContain('Canary')
    expect(answer.body).toContain('Broken spoke')
  })

  it('[H7] search only this tenant’s knowledge', async () => {
    const acme = await shop()
    const other = await h.tenant('Other')
    await other.tenant.tx((t) =>
      addFaq(t, {
        question: 'Do you repair punctures for canaries?',
        phrasings: [],
        answer: 'CANARY-OTHER repairs punctures.',
        category: 'Technical',
        priority: 'medium',
      }),
    )
    ai.setBehaviour('openai', { tool: 'search_knowledge', input: { query: 'repair of punctures' } })
    const { ask } = await chat(acme, await h.guest(acme))
    const answer = await ask('Where is my wheel?')
    expect(results().join()).toContain('12 pounds')
    expect(results().join() + answer.body).not.toContain('CANARY')
    expect(answer.body).toContain('12 pounds')
    expect(answer.sources).toMatchObject([{ title: 'Do you repair punctures?' }])
  })

  it('[H7] escalate to a person', async () => {
    const acme = await shop()
    ai.setBehaviour('openai', { tool: 'hand_over', input: { reason: 'wants a person' } })
    const { ask, thread } = await chat(acme, await h.guest(acme))
    const answer = await ask('Where is my wheel?')
    expect(answer.body).toContain('I am passing this chat on to a person of the team')
    await expect.poll(async () => (await thread()).conversation.offer?.reason).toBe('human_requested')
  })

  it('[H7] create the ticket of an identified customer, and offer the form to others', async () => {
    const acme = await shop()
    ai.setBehaviour('openai', {
      tool: 'create_ticket',
      input: { subject: 'Lost wheel', description: 'The wheel is lost.' },
    })
    const known = await h.guest(acme)
    await ticketOf(known, acme, 'Earlier')
    const first = await chat(acme, known)
    await first.ask('Please open a ticket: where is my wheel?')
    await expect.poll(async () => (await first.thread()).conversation.ticketId).not.toBeNull()
    const { items } = await known.call(listGuestTickets, { params: { slug: acme.slug }, query: {} })
    expect(items.map(({ subject }) => subject)).toContain('Lost wheel')

    const stranger = await chat(acme, await h.guest(acme))
    await stranger.ask('Please open a ticket: where is my wheel?')
    await expect.poll(async () => (await stranger.thread()).conversation.offer?.reason).toBe('human_requested')
    expect((await stranger.thread()).conversation.ticketId).toBeNull()
  })

  it('[H7] stop after a few calls when a model calls them endlessly, and the customer gets an answer', async () => {
    const acme = await shop()
    ai.setBehaviour('openai', 'loops')
    const { ask } = await chat(acme, await h.guest(acme))
    const answer = await ask('Do you repair punctures?')
    expect(answer.body).toContain('12 pounds')
    expect(ai.requests.length).toBeLessThanOrEqual(6)
  })
})
