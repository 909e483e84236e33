import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endChat, rateChat } from '#contracts/conversation/chat-end.ts'
import { getGuestConversation, requestPerson, sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import { listCustomerTimeline } from '#contracts/customer/customer-record.ts'
import type { ConversationId, CustomerId, MessageId } from '#contracts/ids.ts'
import { getAssistantReport, getTicketReport } from '#contracts/report/report.ts'
import { saveSettings } from '#contracts/tenant/settings.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { startChat, submitForm } from '#test/proof/full-tenant.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

/** Makes a chat older, as if the time had passed. */
const age = ({ tenant }: TestTenant, id: ConversationId, column: 'updated_at' | 'rated_at', hours: number) =>
  tenant.tx((t) =>
    t.sql(
      `UPDATE conversation SET ${column} = ${column} - make_interval(mins => $3) WHERE tenant_id = $1 AND id = $2`,
      [t.tenantId, id, 60 * hours],
    ),
  )

const good = { stars: 4, comment: 'Quick.' }

/** A chat whose first question is answered: an answer on its way would make the chat younger. */
async function open() {
  const made = await h.tenant()
  const guest = await h.guest(made)
  const { conversationId, params } = await startChat(guest, made.slug)
  const thread = () => guest.call(getGuestConversation, { params })
  await expect
    .poll(async () => (await thread()).messages.map(({ author, state }) => `${author} ${state}`))
    .toEqual(['assistant complete', 'customer complete', 'assistant complete'])
  return { made, guest, conversationId, params, thread }
}

describe('the end of a chat', () => {
  it('by its customer is kept in the thread, once, and the next message goes on in it', async () => {
    const { guest, params, thread } = await open()
    const replies = await Promise.all([1, 2, 3].map(() => guest.call(endChat, { params })))
    expect(replies.map(({ state }) => state)).toEqual(['closed', 'closed', 'closed'])
    expect((await thread()).messages.filter(({ kind }) => kind === 'ended')).toHaveLength(1)
    const body = { id: crypto.randomUUID() as MessageId, body: 'One more thing.', fileIds: [] }
    await guest.call(sendGuestMessage, { params, body })
    expect((await thread()).conversation.state).toBe('ai')
  })

  it('does not keep the customer from a person: asking for one goes on in the chat', async () => {
    const { guest, params } = await open()
    await guest.call(endChat, { params })
    expect(await guest.call(requestPerson, { params })).toMatchObject({
      state: 'ai',
      offer: { reason: 'human_requested' },
    })
  })

  it('is refused where people work on it, and to another guest', async () => {
    const { made, guest, conversationId, params } = await open()
    expect(await (await h.guest(made)).fail(endChat, { params })).toMatchObject({ error: { code: 'not_found' } })
    await submitForm(guest, made.slug, conversationId)
    expect(await guest.fail(endChat, { params })).toMatchObject({ error: { code: 'conflict', reason: 'has_ticket' } })
    expect(await guest.fail(rateChat, { params, body: good })).toMatchObject({ error: { reason: 'has_ticket' } })
  })
})

describe('the rating of a chat', () => {
  it('is taken once it has ended, is changed once within a day, and then stays', async () => {
    const { guest, params, thread } = await open()
    expect(await guest.fail(rateChat, { params, body: good })).toMatchObject({
      error: { code: 'conflict', reason: 'not_ended' },
    })
    await guest.call(endChat, { params })
    const { rating } = await guest.call(rateChat, { params, body: good })
    expect(rating).toMatchObject({ ...good, changeableUntil: expect.any(String) })
    await guest.call(rateChat, { params, body: good })
    const changed = await guest.call(rateChat, { params, body: { stars: 2, comment: '' } })
    expect(changed.rating).toEqual({ stars: 2, comment: null, changeableUntil: null })
    expect(await guest.fail(rateChat, { params, body: good })).toMatchObject({ error: { reason: 'rated' } })
    const { conversation, messages } = await thread()
    expect(conversation.rating?.stars).toBe(2)
    expect(messages.filter(({ kind }) => kind === 'rated').map(({ body }) => body)).toEqual(['4', '2'])
  })

  it('is not changed after a day', async () => {
    const { made, guest, conversationId, params } = await open()
    await guest.call(endChat, { params })
    await guest.call(rateChat, { params, body: good })
    await age(made, conversationId, 'rated_at', 24)
    expect(await guest.fail(rateChat, { params, body: { stars: 1 } })).toMatchObject({ error: { reason: 'rated' } })
  })

  it('is taken without an end once nobody has written for half an hour', async () => {
    const { made, guest, conversationId, params } = await open()
    await age(made, conversationId, 'updated_at', 0.4)
    expect(await guest.fail(rateChat, { params, body: good })).toMatchObject({ error: { reason: 'not_ended' } })
    await age(made, conversationId, 'updated_at', 0.2)
    expect((await guest.call(rateChat, { params, body: good })).rating).toMatchObject(good)
  })

  it('[Y2] is refused where ratings are off, and has no comment where comments are off', async () => {
    const { made, guest, params } = await open()
    const owner = await h.member(made, 'owner')
    await guest.call(endChat, { params })
    const set = (version: number, customerExperience: object) =>
      owner.call(saveSettings, { body: { version, customerExperience } })
    await set(1, { enableRatings: false })
    expect(await guest.fail(rateChat, { params, body: good })).toMatchObject({ error: { reason: 'ratings_off' } })
    await set(2, { enableRatings: true, enableFeedback: false })
    expect((await guest.call(rateChat, { params, body: good })).rating).toMatchObject({ stars: 4, comment: null })
  })

  it('is a figure of its own beside the ratings of tickets, and stands at the chat in the customer’s timeline', async () => {
    const { made, guest, conversationId, params } = await open()
    const admin = await h.member(made, 'admin')
    await submitForm(guest, made.slug)
    const [customer] = await made.tenant.read((t) =>
      t.sql<{ id: CustomerId }>('SELECT id FROM customer WHERE tenant_id = $1', [t.tenantId]),
    )
    await guest.call(endChat, { params })
    await guest.call(rateChat, { params, body: good })
    const query = { last: 1 }
    const { satisfaction } = await admin.call(getAssistantReport, { query })
    expect(satisfaction).toEqual({ count: { value: 1, before: 0 }, average: { value: 4, before: null } })
    expect((await admin.call(getTicketReport, { query })).satisfaction.count.value).toBe(0)
    const { items } = await admin.call(listCustomerTimeline, { params: { customerId: customer?.id as CustomerId } })
    expect(items.find(({ id }) => id === conversationId)).toMatchObject({ kind: 'chat', ...good })
  })
})
