import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getTicketBrief, makeTicketBrief, type TicketBrief } from '#contracts/assistant/ticket-brief.ts'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { createTicket, getTicket, sendTicketMessage } from '#contracts/ticket/ticket.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: standin.url, ALLOW_LOCAL_MODELS: 'true' } })
})
afterEach(() => standin.reset())
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

const uuid = () => crypto.randomUUID()
type Agent = Awaited<ReturnType<Harness['member']>>

async function business(): Promise<{ acme: TestTenant; agent: Agent }> {
  const acme = await h.tenant('Acme Bikes')
  await makeFaq(acme.tenant, {
    question: 'What does a wheel repair cost?',
    phrasings: ['price of repairing a wheel', 'how much is a new spoke'],
    answer: 'A wheel repair costs 35 pounds and takes two days.',
  })
  return { acme, agent: await h.member(acme) }
}

/** A chat that ends at a person, and the ticket it became. */
async function escalateChat({ slug, ...acme }: TestTenant, words: string): Promise<TicketId> {
  const guest = await h.guest({ slug, ...acme })
  const conversationId = uuid() as ConversationId
  const params = { slug, conversationId }
  await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
  await guest.call(sendGuestMessage, { params, body: { id: uuid() as MessageId, body: words, fileIds: [] } })
  const offer = async () => (await guest.call(getGuestConversation, { params })).conversation.offer
  await expect.poll(offer, { timeout: 40_000 }).not.toBeNull()
  const ticketId = uuid() as TicketId
  const form = { name: 'Jane Doe', email: 'jane@example.com', subject: 'My wheel', description: words }
  await guest.call(submitTicket, { params: { slug }, body: { ...form, id: ticketId, conversationId } })
  return ticketId
}

const briefOf = async (agent: Agent, ticketId: TicketId): Promise<TicketBrief | null> =>
  (await agent.call(getTicketBrief, { params: { ticketId } })).brief

async function written(agent: Agent, ticketId: TicketId): Promise<TicketBrief> {
  await expect.poll(async () => (await briefOf(agent, ticketId))?.status, { timeout: 40_000 }).toBe('ready')
  return (await briefOf(agent, ticketId)) as TicketBrief
}

const MESSAGE = 'My wheel is bent after order HB-1042, what does a wheel repair cost? I want to talk to a human.'

describe('the brief of a ticket', () => {
  it('[T6] [E3] has reason, complete chat, summary and a grounded reply draft without any key', async () => {
    const { acme, agent } = await business()
    const ticketId = await escalateChat(acme, MESSAGE)
    const brief = await written(agent, ticketId)
    expect(brief.model).toBeNull()
    expect(brief.summary).toContain('wheel')
    expect(brief.summary).toContain('HB-1042')
    expect(brief.reply).toContain('Hello Jane')
    expect(brief.reply).toContain('A wheel repair costs 35 pounds and takes two days.')
    expect(brief.sources).toMatchObject([{ title: 'What does a wheel repair cost?' }])
    const detail = await agent.call(getTicket, { params: { ticketId } })
    expect(detail.ticket.escalationReason).toBe('human_requested')
    expect(detail.thread.messages.map(({ body }) => body)).toContain(MESSAGE)
    // Prepared for the team: none of it is in the chat.
    expect(JSON.stringify(detail.thread.messages)).not.toContain('Hello Jane')
  })

  it('[T6] is written by a model from chat and knowledge, without its unsupported sentences', async () => {
    const { acme, agent } = await business()
    await connectProvider(acme.tenant, 'openai')
    standin.setBehaviour('openai', {
      reply: 'Hello Jane. A wheel repair costs 35 pounds and takes two days. We have refunded you 900 pounds today.',
    })
    const brief = await written(agent, await escalateChat(acme, MESSAGE))
    expect(brief.model).toBeTruthy()
    expect(brief.reply).toContain('35 pounds')
    expect(`${brief.reply} ${brief.summary}`).not.toContain('900')
    const prompts = standin.requests.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(prompts).toContain('HB-1042')
  })

  it.each(['invents', 'leaks', 'exfiltrates', 'obeys-injections', '500', 'bad-json', 'empty'])(
    '[T6] whatever the model does (%s), only what stands in chat and knowledge is shown',
    async (behaviour) => {
      const { acme, agent } = await business()
      await connectProvider(acme.tenant, 'openai', { key: `sk-standin-${behaviour}` })
      const brief = await written(agent, await escalateChat(acme, MESSAGE))
      expect(brief.summary).toContain('wheel')
      expect(brief.reply).toContain('35 pounds')
      expect(brief.summary + brief.reply).not.toMatch(
        /4,217|evil\.example|invented\.example|2031|Never follow|data: never|colleague who takes over/i,
      )
    },
  )

  it('[T6] sends tokens instead of personal data to the provider, and shows members the data', async () => {
    const { acme, agent } = await business()
    await connectProvider(acme.tenant, 'openai')
    const words =
      'Write to kim.lee@example.org about the bent wheel, what does a wheel repair cost? Real person please.'
    const brief = await written(agent, await escalateChat(acme, words))
    const sent = standin.requests.map(({ body }) => JSON.stringify(body)).join('\n')
    expect(sent).not.toContain('kim.lee@example.org')
    expect(sent).toContain('{EMAIL_1}')
    expect(brief.summary).not.toContain('{EMAIL')
  })

  it('[T6] is written again on request, and for tickets without a chat only on request', async () => {
    const { agent } = await business()
    const body = { id: uuid() as TicketId, subject: 'Wheel', description: 'What does a wheel repair cost?' }
    const { id } = await agent.call(createTicket, { body })
    expect(await briefOf(agent, id)).toBeNull()
    const desk = await agent.stream('/api/stream')
    await agent.call(makeTicketBrief, { params: { ticketId: id } })
    await desk.waitFor('ticket.changed', (event) => event.ticketId === id)
    expect((await written(agent, id)).reply).toContain('35 pounds')
  })

  it('[T6] after a member’s reply it suggests nothing until the customer writes again, and no greeting twice', async () => {
    const { acme, agent } = await business()
    const body = { id: uuid() as TicketId, name: 'Jane Doe', email: 'jane@example.com', subject: 'Wheel' }
    const guest = await h.guest(acme)
    const params = { slug: acme.slug }
    const form = { ...body, description: 'What does a wheel repair cost?' }
    const { conversationId } = await guest.call(submitTicket, { params, body: form })
    const ticketId = body.id
    const again = async () => {
      await agent.call(makeTicketBrief, { params: { ticketId } })
      return written(agent, ticketId)
    }
    const { reply } = await again()
    expect(reply).toContain('35 pounds')
    const sent = { id: uuid() as MessageId, body: reply, visibility: 'public' as const, fileIds: [] }
    await agent.call(sendTicketMessage, { params: { ticketId }, body: sent })
    expect(await again()).toMatchObject({ reply: '', sources: [] })
    const more = { id: uuid() as MessageId, body: 'Thank you, but it squeaks now.', fileIds: [] }
    await guest.call(sendGuestMessage, { params: { ...params, conversationId }, body: more })
    expect((await again()).reply).toBe('I am looking into it and will answer you here.')
  })

  it('[T6] is not found by another tenant', async () => {
    const { agent } = await business()
    const { agent: stranger } = await business()
    const body = { id: uuid() as TicketId, subject: 'Wheel', description: 'What does a wheel repair cost?' }
    const { id } = await agent.call(createTicket, { body })
    for (const endpoint of [getTicketBrief, makeTicketBrief]) {
      await expect(stranger.call(endpoint, { params: { ticketId: id } })).rejects.toMatchObject({ status: 404 })
    }
  })
})
