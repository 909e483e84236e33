import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  declineOffer,
  getGuestConversation,
  requestPerson,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { getGuestTicket, rateTicket, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import {
  getTicket,
  handBackTicket,
  listTickets,
  moveTicket,
  sendTicketMessage,
  takeTicket,
} from '#contracts/ticket/ticket.ts'
import { addFaq } from '#server/knowledge/service.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const uuid = () => crypto.randomUUID()

async function withKnowledge(): Promise<TestTenant> {
  const acme = await h.tenant('Acme Bikes')
  await acme.tenant.tx(async (t) => {
    await addFaq(t, {
      question: 'How long can I return a bicycle?',
      phrasings: ['What is your return policy?', 'Can I send my bike back?', 'Until when may I return something?'],
      answer: 'You can return a bicycle within 45 days. Bring the receipt.',
      category: 'General',
      priority: 'high',
    })
    await addFaq(t, {
      question: 'Do you repair punctures?',
      phrasings: ['Can you fix a flat tyre?', 'My tube has a hole, do you mend it?'],
      answer: 'Yes, while you wait, for 12 pounds.',
      category: 'Technical',
      priority: 'medium',
    })
  })
  return acme
}

async function chat(guest: Awaited<ReturnType<Harness['guest']>>, slug: string) {
  const id = uuid() as ConversationId
  const params = { slug, conversationId: id }
  const opened = await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${id}/stream?after=${opened.conversation.seq}`)
  const sendMessage = (body: string) =>
    guest.call(sendGuestMessage, { params, body: { id: uuid() as MessageId, body, fileIds: [] } })
  return { id, params, opened, stream, sendMessage }
}

describe('a chat', () => {
  it('[H1] goes from question and answer with source to handover, ticket, reply and rating in one conversation', async () => {
    const acme = await withKnowledge()
    const guest = await h.guest(acme)
    const agent = await h.member(acme, 'agent', 'Ann Agent')
    const { id, params, opened, stream, sendMessage } = await chat(guest, acme.slug)
    expect(opened.messages[0]).toMatchObject({ author: 'assistant', kind: 'greeting' })

    await sendMessage('until when can I return my bicycle?')
    const answer = await stream.waitFor('message.created', (event) => event.message.author === 'assistant')
    expect(answer.message.body).toContain('within 45 days')
    expect(answer.message.sources[0]).toMatchObject({ kind: 'faq', title: 'How long can I return a bicycle?' })
    expect(answer.message.confidence).toBeNull()

    await sendMessage('I want to talk to a human please')
    await stream.waitFor('conversation.changed', (event) => event.conversation.offer?.reason === 'human_requested')
    const ticketId = uuid() as TicketId
    const form = {
      id: ticketId,
      name: 'Jane Doe',
      email: 'jane@example.com',
      subject: 'Return',
      description: 'My bike',
    }
    const made = await guest.call(submitTicket, { params: { slug: acme.slug }, body: { ...form, conversationId: id } })
    expect(made).toMatchObject({ number: 1, conversationId: id, status: 'open' })

    const listed = await agent.call(listTickets, {})
    expect(listed.items[0]).toMatchObject({ subject: 'Return', isEscalatedByAi: true, isUnread: true })
    const detail = await agent.call(getTicket, { params: { ticketId } })
    expect(detail.thread.messages.map((message) => message.body).join('|')).toContain('return my bicycle')
    expect(detail.ticket.escalationReason).toBe('human_requested')

    const taken = await agent.call(takeTicket, { params: { ticketId }, body: { version: detail.ticket.version } })
    expect(taken).toMatchObject({ status: 'in-progress', assignee: { name: 'Ann Agent' } })
    const memberReply = {
      id: uuid() as MessageId,
      body: 'Ann here, bring it in.',
      visibility: 'public' as const,
      fileIds: [],
    }
    await agent.call(sendTicketMessage, { params: { ticketId }, body: memberReply })
    const reply = await stream.waitFor('message.created', (event) => event.message.author === 'member')
    expect(reply.message).toMatchObject({ body: 'Ann here, bring it in.', authorName: 'Ann Agent' })

    const now = await agent.call(getTicket, { params: { ticketId } })
    await agent.call(moveTicket, { params: { ticketId }, body: { version: now.ticket.version, status: 'resolved' } })
    await stream.waitFor('conversation.changed', (event) => event.conversation.state === 'closed')
    const own = await guest.call(getGuestTicket, { params: { slug: acme.slug, ticketId } })
    expect(own).toMatchObject({ status: 'resolved', canRate: true })
    const rated = await guest.call(rateTicket, {
      params: { slug: acme.slug, ticketId },
      body: { stars: 5, comment: 'Quick' },
    })
    expect(rated).toMatchObject({ rating: 5, canRate: false })
    const thread = await guest.call(getGuestConversation, { params })
    expect(thread.messages.some((message) => message.visibility === 'note')).toBe(false)
    stream.close()
  })

  it('[H5] gets no answer of the assistant while a person owns it, until it is handed back', async () => {
    const acme = await withKnowledge()
    const guest = await h.guest(acme)
    const agent = await h.member(acme)
    const { id, stream, sendMessage } = await chat(guest, acme.slug)
    const ticketId = uuid() as TicketId
    const form = {
      id: ticketId,
      name: 'Jo',
      email: 'jo@example.com',
      subject: 'S',
      description: 'D',
      conversationId: id,
    }
    await guest.call(submitTicket, { params: { slug: acme.slug }, body: form })
    const memberReply = { id: uuid() as MessageId, body: 'Hello', visibility: 'public' as const, fileIds: [] }
    await agent.call(sendTicketMessage, { params: { ticketId }, body: memberReply })
    await sendMessage('Do you repair punctures?')
    await new Promise((resolve) => setTimeout(resolve, 700))
    const isAnswer = (event: { message: { author: string; kind: string } }) =>
      event.message.author === 'assistant' && event.message.kind === 'text'
    expect(stream.received.some(({ event }) => event.type === 'message.created' && isAnswer(event))).toBe(false)

    await agent.call(handBackTicket, { params: { ticketId } })
    await sendMessage('Can you fix a flat tyre?')
    const answer = await stream.waitFor('message.created', isAnswer)
    expect(answer.message.body).toContain('12 pounds')
    stream.close()
  })

  it('[E1] [E2] offers a person after the tenant’s number of failed answers, and accepts "Not Now"', async () => {
    const acme = await withKnowledge()
    const guest = await h.guest(acme)
    const { params, stream, sendMessage } = await chat(guest, acme.slug)
    for (const body of ['zorb flimmer quandary', 'blarg wibble nonsense', 'snorkel gravity pudding']) {
      const sent = await sendMessage(body)
      await stream.waitFor('message.created', ({ message }) => message.author === 'assistant' && message.seq > sent.seq)
    }
    const offered = await stream.waitFor('conversation.changed', (event) => event.conversation.offer !== null)
    expect(offered.conversation.offer).toMatchObject({ reason: 'three_attempts', priority: 'medium' })
    await stream.waitFor('message.created', (event) => event.message.kind === 'escalation')
    const declined = await guest.call(declineOffer, { params })
    expect(declined.offer).toBeNull()
    stream.close()
  })

  it('[E1] escalates at once on "Talk to a person"', async () => {
    const acme = await h.tenant()
    const guest = await h.guest(acme)
    const { params, stream } = await chat(guest, acme.slug)
    const asked = await guest.call(requestPerson, { params })
    expect(asked.offer).toMatchObject({ reason: 'human_requested', priority: 'high' })
    stream.close()
  })
})
