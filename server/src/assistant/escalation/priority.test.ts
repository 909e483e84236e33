import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  declineOffer,
  getGuestConversation,
  rateAnswer,
  requestPerson,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { getGuestMemory } from '#contracts/memory/memory.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { listTickets } from '#contracts/ticket/ticket.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'

let h: Harness
let ai: Standin
let acme: TestTenant
let guest: TestClient
beforeAll(async () => {
  ai = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: ai.url } })
})
afterAll(async () => {
  await h.stop()
  await ai.stop()
})
beforeEach(async () => {
  ai.reset()
  acme = await h.tenant()
  guest = await h.guest(acme)
})

const uuid = <Id>() => crypto.randomUUID() as Id
const WAIT = { timeout: 40_000 }

/** A chat: `ask` waits until the answer is written and, in a first visit, remembered. */
async function openChat() {
  const { slug } = acme
  const conversationId = uuid<ConversationId>()
  const params = { slug, conversationId }
  await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
  const thread = () => guest.call(getGuestConversation, { params })
  const remembered = async () => (await guest.call(getGuestMemory, { params: { slug } })).memory?.totalInteractions ?? 0
  const ask = async (body: string) => {
    const before = await remembered()
    const { seq } = await guest.call(sendGuestMessage, { params, body: { id: uuid<MessageId>(), body, fileIds: [] } })
    await expect.poll(remembered, WAIT).toBe(before + 1)
    return (await thread()).messages.find((one) => one.author === 'assistant' && one.seq > seq)!
  }
  const offer = async () => (await thread()).conversation.offer
  return { params, ask, offer }
}

const PASSWORD = 'My password reset link does not arrive'

describe('[E1] the priority of an escalation', () => {
  it('stays urgent when the customer presses "Talk to a person" after an urgent word', async () => {
    const { params, ask, offer } = await openChat()
    await ask('This is urgent: my order was sent to the wrong address')
    await expect.poll(offer, WAIT).toMatchObject({ reason: 'urgent_issue', priority: 'urgent' })
    await guest.call(requestPerson, { params })
    expect(await offer()).toMatchObject({ reason: 'human_requested', priority: 'urgent' })
  })

  it('is urgent again when the customer declined the first offer', async () => {
    const { params, ask, offer } = await openChat()
    await ask('This is urgent: my order was sent to the wrong address')
    await expect.poll(offer, WAIT).toMatchObject({ priority: 'urgent' })
    await guest.call(declineOffer, { params })
    expect(await offer()).toBeNull()
    await guest.call(requestPerson, { params })
    expect(await offer()).toMatchObject({ reason: 'human_requested', priority: 'urgent' })
  })

  it('is high for "Talk to a person" without other signs', async () => {
    const { params, ask, offer } = await openChat()
    await ask('Do you sell gift cards?')
    await guest.call(requestPerson, { params })
    expect(await offer()).toMatchObject({ reason: 'human_requested', priority: 'high' })
  })

  it('is raised one step for "Talk to a person" about an issue of an earlier visit', async () => {
    await (await openChat()).ask(PASSWORD)
    const { params, ask, offer } = await openChat()
    await ask(PASSWORD)
    await guest.call(requestPerson, { params })
    expect(await offer()).toMatchObject({ reason: 'human_requested', priority: 'urgent' })
  })

  it('is raised one step for unhelpful answers about an issue of an earlier visit', async () => {
    await makeFaq(acme.tenant, { question: PASSWORD, answer: 'Look into your spam folder.' })
    await (await openChat()).ask(PASSWORD)
    const { params, ask, offer } = await openChat()
    const answers = [await ask(PASSWORD), await ask(PASSWORD), await ask(PASSWORD)]
    for (const { id: messageId } of answers) {
      await guest.call(rateAnswer, { params: { ...params, messageId }, body: { helpful: false } })
    }
    expect(await offer()).toMatchObject({ reason: 'three_attempts', priority: 'high' })
  })

  it('is urgent where a model hands an urgent message to a person', async () => {
    await connectProvider(acme.tenant, 'openai', { key: 'sk-of-the-shop-0001' })
    ai.setBehaviour('openai', { tool: 'hand_over', input: { reason: 'urgent' } })
    const { ask, offer } = await openChat()
    await ask('This is urgent: my order was sent to the wrong address')
    await expect.poll(offer, WAIT).toMatchObject({ reason: 'human_requested', priority: 'urgent' })
  })

  it('is urgent for the ticket that a model opens about an urgent message', async () => {
    await connectProvider(acme.tenant, 'openai', { key: 'sk-of-the-shop-0001' })
    const contact = { name: 'Jo', email: 'jo@mail.example', subject: 'Earlier', description: 'It does not work.' }
    await guest.call(submitTicket, { params: { slug: acme.slug }, body: { id: uuid<TicketId>(), ...contact } })
    ai.setBehaviour('openai', { tool: 'create_ticket', input: { subject: 'Wrong address', description: 'Urgent.' } })
    const { ask } = await openChat()
    await ask('This is urgent: my order was sent to the wrong address')
    const agent = await h.member(acme)
    const opened = async () =>
      (await agent.call(listTickets)).items.find(({ subject }) => subject === 'Wrong address')?.priority
    await expect.poll(opened, WAIT).toBe('urgent')
  })
})
