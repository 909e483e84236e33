import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  declineOffer,
  getGuestConversation,
  requestPerson,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { handBackTicket } from '#contracts/ticket/ticket.ts'
import { assistantEngine } from '#server/assistant/engine/current.ts'
import type { Part, Question } from '#server/assistant/types.ts'
import { appendMessage, changeConversation, getConversation, newId } from '#server/conversation/service.ts'
import { system } from '#server/platform/actor.ts'
import { AppError, unavailable } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { givenState } from '#server/platform/process-state.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { answerConversation } from './answer.ts'

let h: Harness
let script: (question: Question) => AsyncIterable<Part>
beforeAll(async () => {
  const engine = givenState(assistantEngine, (_, question) => script(question))
  h = await startHarness({ overrides: { states: [engine] } })
})
afterAll(() => h.stop())

const END: Part = {
  type: 'end',
  outcome: 'answered',
  sources: [],
  suggestions: [],
  confidence: 0.9,
  origin: { engine: 'no-key', latencyMs: 0, retrieved: [] },
}
const UNKNOWN: Part = { ...END, outcome: 'unknown' }

const replyAfter = (ms: number, ...parts: Part[]) =>
  async function* (): AsyncIterable<Part> {
    await wait(ms)
    yield* parts
  }
const text = (words: string): Part => ({ type: 'text', text: words })

async function chat() {
  const acme = await h.tenant()
  const guest = await h.guest(acme)
  const agent = await h.member(acme)
  const { slug } = acme
  const id = crypto.randomUUID() as ConversationId
  const params = { slug, conversationId: id }
  await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${id}/stream`)
  const sendMessage = (body: string) =>
    guest.call(sendGuestMessage, { params, body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] } })
  const thread = () => guest.call(getGuestConversation, { params })
  const makeTicket = async () => {
    const ticketId = crypto.randomUUID() as TicketId
    const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
    await guest.call(submitTicket, { params: { slug }, body: { ...form, conversationId: id } })
    return ticketId
  }
  return { acme, guest, agent, id, params, stream, sendMessage, thread, makeTicket }
}

describe('an answer', () => {
  it('[H1] interrupted by a crash is made again, and the interrupted message is marked', async () => {
    script = replyAfter(0, text('the whole answer'), END)
    const { acme, id, thread } = await chat()
    await acme.tenant.tx(async (t) => {
      const open = await getConversation(t, system, id)
      await changeConversation(t, open, { state: 'human' })
      await appendMessage(t, id, { id: newId(), author: 'customer', body: 'How long?' })
      await appendMessage(t, id, { id: newId(), author: 'assistant', body: 'the wh', state: 'streaming' })
      const answerLeaseUntil = new Date(t.now.getTime() - 1)
      await changeConversation(t, open, { state: 'ai', answerDueAt: t.now, answerLeaseUntil })
    })
    await answerConversation(acme.tenant, id)
    const { messages } = await thread()
    expect(messages.map(({ body, state }) => [body, state]).slice(1)).toEqual([
      ['How long?', 'complete'],
      ['the wh', 'interrupted'],
      ['the whole answer', 'complete'],
    ])
  })

  it('[H1] during which the database went away holds nobody up: its lease is given back as soon as the database answers', async () => {
    const { acme, id, thread } = await chat()
    await acme.tenant.tx(async (t) => {
      const open = await getConversation(t, system, id)
      await changeConversation(t, open, { state: 'human' })
      await appendMessage(t, id, { id: newId(), author: 'customer', body: 'How long?' })
      await changeConversation(t, open, { state: 'ai', answerDueAt: t.now })
    })
    let isAway = false
    const tenant: Tenant = {
      ...acme.tenant,
      tx: (run) => (isAway ? Promise.reject(unavailable()) : acme.tenant.tx(run)),
    }
    script = async function* () {
      isAway = true
      setTimeout(() => {
        isAway = false
      }, 300)
      yield* []
      throw unavailable()
    }
    await expect(answerConversation(tenant, id)).rejects.toThrow(AppError)
    script = replyAfter(0, text('within thirty days'), END)
    await answerConversation(tenant, id)
    expect((await thread()).messages.at(-1)?.body).toBe('within thirty days')
  })

  it('[H1] includes the messages that arrived while it was being prepared', async () => {
    const questions: string[] = []
    script = async function* (question) {
      questions.push(question.text)
      await wait(400)
      yield text(`answer to ${question.text}`)
      yield END
    }
    const { stream, sendMessage } = await chat()
    await sendMessage('first')
    await wait(150)
    await sendMessage('second')
    await stream.waitFor('message.created', ({ message }) => message.body === 'answer to second')
    expect(questions).toEqual(['first', 'second'])
    stream.close()
  })

  it('[H5] that a ticket for the team made unnecessary is not written, and does not block the next one', async () => {
    script = replyAfter(600, text('late'), END)
    const { agent, stream, sendMessage, thread, makeTicket } = await chat()
    const answers = async () => (await thread()).messages.filter(({ author }) => author === 'assistant').length
    await sendMessage('a question')
    await wait(100)
    const ticketId = await makeTicket()
    const before = await answers()
    await wait(900)
    expect(await answers()).toBe(before)
    await agent.call(handBackTicket, { params: { ticketId } })
    script = replyAfter(0, text('prompt'), END)
    await sendMessage('another question')
    const received = await stream.waitFor('message.created', ({ message }) => message.body === 'prompt')
    expect(received.message.author).toBe('assistant')
    stream.close()
  })

  it('[E2] is followed by the ticket prompt 3 s after it helped, and 2 s after it did not', async () => {
    const promptMsAfter = async (body: string, last: Part, questions: readonly string[]) => {
      script = replyAfter(0, text(body), last)
      const { stream, sendMessage } = await chat()
      for (const question of questions) {
        const { seq } = await sendMessage(question)
        await stream.waitFor('message.created', ({ message }) => message.author === 'assistant' && message.seq > seq)
      }
      const { conversation } = await stream.waitFor(
        'conversation.changed',
        (event) => event.conversation.offer !== null,
      )
      const answer = stream.received.findLast(
        ({ event }) => event.type === 'message.created' && event.message.body === body,
      )?.event
      stream.close()
      if (answer?.type !== 'message.created' || !conversation.offer) throw new Error('no answer or no offer')
      return Date.parse(conversation.offer.promptAt) - Date.parse(answer.message.createdAt)
    }
    expect(await promptMsAfter('it is on its way', END, ['this is urgent'])).toBe(3000)
    expect(await promptMsAfter('no idea', UNKNOWN, ['one', 'two', 'three'])).toBe(2000)
  })

  it('[E2] in progress during "Not Now" does not restore the offer', async () => {
    script = replyAfter(0, text('no idea'), UNKNOWN)
    const { guest, params, stream, sendMessage, thread } = await chat()
    for (const body of ['one', 'two', 'three']) {
      const { seq } = await sendMessage(body)
      await stream.waitFor('message.created', ({ message }) => message.author === 'assistant' && message.seq > seq)
    }
    await stream.waitFor('conversation.changed', ({ conversation }) => conversation.offer !== null)
    await stream.waitFor('message.created', ({ message }) => message.kind === 'escalation')
    script = replyAfter(500, text('slow no idea'), UNKNOWN)
    await sendMessage('four')
    await wait(100)
    await guest.call(declineOffer, { params })
    await stream.waitFor('message.created', ({ message }) => message.body === 'slow no idea')
    await wait(200)
    expect((await thread()).conversation.offer).toBeNull()
    stream.close()
  })

  it('[E2] that helps withdraws the offer of a ticket, but not one that the customer asked for', async () => {
    script = replyAfter(0, text('no idea'), UNKNOWN)
    const { guest, params, stream, sendMessage, thread } = await chat()
    const offerAfter = async (body: string) => {
      const { seq } = await sendMessage(body)
      await stream.waitFor('message.created', ({ message }) => message.author === 'assistant' && message.seq > seq)
      return async () => (await thread()).conversation.offer?.reason ?? null
    }
    for (const body of ['one', 'two']) await offerAfter(body)
    await expect.poll(await offerAfter('three')).toBe('three_attempts')
    script = replyAfter(0, text('here it is'), END)
    await expect.poll(await offerAfter('four')).toBeNull()
    await guest.call(requestPerson, { params })
    await expect.poll(await offerAfter('five')).toBe('human_requested')
    stream.close()
  })

  it('[E1] is a handover message when a person is requested again while an offer is open', async () => {
    script = replyAfter(0, text('no idea'), UNKNOWN)
    const { guest, params, stream, sendMessage, thread } = await chat()
    await guest.call(requestPerson, { params })
    const { seq } = await sendMessage('I want to talk to a human')
    await stream.waitFor('message.created', ({ message }) => message.kind === 'escalation' && message.seq > seq)
    expect((await thread()).conversation.offer?.reason).toBe('human_requested')
    stream.close()
  })

  it('[E1] [H5] returns the conversation to the team where it has a ticket', async () => {
    script = replyAfter(0, text('no idea'), UNKNOWN)
    for (const ask of ['press', 'write'] as const) {
      const { agent, guest, params, stream, sendMessage, thread, makeTicket } = await chat()
      const ticketId = await makeTicket()
      await agent.call(handBackTicket, { params: { ticketId } })
      if (ask === 'press') await guest.call(requestPerson, { params })
      else await sendMessage('I want to talk to a human')
      await stream.waitFor('message.created', ({ message }) => message.kind === 'escalation')
      const { conversation } = await thread()
      expect(conversation).toMatchObject({ state: 'waiting', offer: null })
      stream.close()
    }
  })

  it('[E1] does not escalate again because of an earlier escalation in the same chat', async () => {
    script = replyAfter(0, text('an answer'), END)
    const { guest, params, stream, sendMessage, thread } = await chat()
    for (const body of ['one', 'two', 'three', 'four', 'five']) {
      const { seq } = await sendMessage(body)
      await stream.waitFor('message.created', ({ message }) => message.author === 'assistant' && message.seq > seq)
    }
    await guest.call(requestPerson, { params })
    await guest.call(declineOffer, { params })
    const { seq } = await sendMessage('six')
    await stream.waitFor('message.created', ({ message }) => message.author === 'assistant' && message.seq > seq)
    await wait(200)
    expect((await thread()).conversation.offer).toBeNull()
    stream.close()
  })

  it('to a deleted conversation is no failure', async () => {
    script = replyAfter(400, text('late'), END)
    const { acme, id, sendMessage, stream } = await chat()
    await sendMessage('a question')
    await wait(100)
    await acme.tenant.tx((t) => t.sql('DELETE FROM conversation WHERE id = $1', [id]))
    await expect(answerConversation(acme.tenant, id)).resolves.toBeUndefined()
    stream.close()
  })
})
