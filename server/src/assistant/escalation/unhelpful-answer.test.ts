import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  getGuestConversation,
  rateAnswer,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { getGuestMemory } from '#contracts/memory/memory.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { getTicket } from '#contracts/ticket/ticket.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const uuid = () => crypto.randomUUID()
type GuestClient = Awaited<ReturnType<Harness['guest']>>

/** A chat with one answer out of the knowledge. */
async function answered(): Promise<{ acme: TestTenant; guest: GuestClient; id: ConversationId; answer: MessageView }> {
  const acme = await h.tenant()
  await makeFaq(acme.tenant)
  const guest = await h.guest(acme)
  const id = uuid() as ConversationId
  await guest.call(startConversation, { params: { slug: acme.slug }, body: { id, context: 'general' } })
  const answer = await ask(guest, acme, id)
  return { acme, guest, id, answer }
}

async function ask(guest: GuestClient, { slug }: TestTenant, conversationId: ConversationId): Promise<MessageView> {
  const params = { slug, conversationId }
  const answers = async () =>
    (await guest.call(getGuestConversation, { params })).messages.filter(({ sources }) => sources.length > 0)
  const before = (await answers()).length
  const body = 'How long do I have to return something?'
  await guest.call(sendGuestMessage, { params, body: { id: uuid() as MessageId, body, fileIds: [] } })
  await expect.poll(async () => (await answers()).length, { timeout: 40_000 }).toBe(before + 1)
  return (await answers()).at(-1) as MessageView
}

const rating = (slug: string, conversationId: ConversationId, messageId: MessageId, helpful: boolean | null) => ({
  params: { slug, conversationId, messageId },
  body: { helpful },
})

it('[M1] a rating of an answer is stored, shown live to members, added to the memory, and can be withdrawn', async () => {
  const { acme, guest, id, answer } = await answered()
  const agent = await h.member(acme)
  const form = { name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  const ticketId = uuid() as TicketId
  const body = { ...form, id: ticketId, conversationId: id }
  await guest.call(submitTicket, { params: { slug: acme.slug }, body })
  const desk = await agent.stream('/api/stream')
  expect(await guest.call(rateAnswer, rating(acme.slug, id, answer.id, true))).toMatchObject({ helpful: true })
  const live = await desk.waitFor('message.changed', (event) => event.message.id === answer.id)
  expect(live.message.helpful).toBe(true)
  const detail = await agent.call(getTicket, { params: { ticketId } })
  expect(detail.thread.messages.find((one) => one.id === answer.id)?.helpful).toBe(true)
  const { memory } = await guest.call(getGuestMemory, { params: { slug: acme.slug } })
  expect(memory).toMatchObject({ satisfaction: [{ stars: 5 }] })
  expect(await guest.call(rateAnswer, rating(acme.slug, id, answer.id, null))).toMatchObject({ helpful: null })
  const after = await guest.call(getGuestMemory, { params: { slug: acme.slug } })
  expect(after.memory?.satisfaction).toEqual([])
})

it('only the chat’s guest rates, only answers, and the same rating again is no event', async () => {
  const { acme, guest, id, answer } = await answered()
  const other = await h.guest(acme)
  await expect(other.call(rateAnswer, rating(acme.slug, id, answer.id, false))).rejects.toMatchObject({ status: 404 })
  const { messages } = await guest.call(getGuestConversation, { params: { slug: acme.slug, conversationId: id } })
  const [greeting, question] = messages as [MessageView, MessageView]
  await expect(guest.call(rateAnswer, rating(acme.slug, id, question.id, true))).rejects.toMatchObject({ status: 404 })
  await expect(guest.call(rateAnswer, rating(acme.slug, id, greeting.id, true))).rejects.toMatchObject({ status: 409 })
  await guest.call(rateAnswer, rating(acme.slug, id, answer.id, false))
  const read = async () =>
    (await guest.call(getGuestConversation, { params: { slug: acme.slug, conversationId: id } })).conversation.seq
  const seq = await read()
  await guest.call(rateAnswer, rating(acme.slug, id, answer.id, false))
  expect(await read()).toBe(seq)
})

it('[E1] answers rated as unhelpful count as failed: the tenant’s number of them escalates', async () => {
  const { acme, guest, id, answer } = await answered()
  const answers = [answer, await ask(guest, acme, id), await ask(guest, acme, id)]
  const offer = async () =>
    (await guest.call(getGuestConversation, { params: { slug: acme.slug, conversationId: id } })).conversation.offer
  for (const [index, one] of answers.entries()) {
    expect(await offer(), `before thumb ${index + 1}`).toBeNull()
    await guest.call(rateAnswer, rating(acme.slug, id, one.id, false))
  }
  expect(await offer()).toMatchObject({ reason: 'three_attempts', priority: 'medium' })
})

it('[E2] an answer rated as helpful withdraws the offer of a ticket', async () => {
  const { acme, guest, id, answer } = await answered()
  const offer = async () =>
    (await guest.call(getGuestConversation, { params: { slug: acme.slug, conversationId: id } })).conversation.offer
  const answers = [answer, await ask(guest, acme, id), await ask(guest, acme, id)]
  for (const one of answers) await guest.call(rateAnswer, rating(acme.slug, id, one.id, false))
  expect(await offer()).not.toBeNull()
  await guest.call(rateAnswer, rating(acme.slug, id, answer.id, true))
  expect(await offer()).toBeNull()
})
