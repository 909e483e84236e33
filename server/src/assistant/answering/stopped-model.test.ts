import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { addFaq } from '#server/knowledge/service.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { listAttempts } from '#server/provider/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
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

const ANSWER = `You can return a bicycle within 45 days. ${[
  'receipt',
  'lock',
  'pump',
  'bell',
  'lamp',
  'bag',
  'key',
  'manual',
  'helmet',
]
  .map((thing) => `Bring the ${thing} to the shop.`)
  .join(' ')}`

it('[H3] a model that writes when a person takes over is stopped, and its tokens are estimated and counted', async () => {
  const { tenant, slug } = await h.tenant('Acme Bikes')
  await tenant.tx((t) =>
    addFaq(t, {
      question: 'How long can I return a bicycle?',
      phrasings: ['What is your return policy?', 'Until when may I return something?'],
      answer: ANSWER,
      category: 'General',
      priority: 'high',
    }),
  )
  await connectProvider(tenant, 'openai', { key: 'key-of-the-shop' })
  // The second call prepares the ticket for the person.
  ai.setBehaviour('openai', [{ firstMs: 0, betweenMs: 250, reply: ANSWER }, 'fine'])
  const guest = await h.guest({ tenant, slug })
  const conversationId = crypto.randomUUID() as ConversationId
  const params = { slug, conversationId }
  await guest.call(startConversation, { params: { slug }, body: { id: conversationId, context: 'general' } })
  const stream = await guest.stream(`/api/portal/${slug}/conversations/${conversationId}/stream`)
  const text = { id: crypto.randomUUID() as MessageId, body: 'Until when can I return my bicycle?', fileIds: [] }
  await guest.call(sendGuestMessage, { params, body: text })
  await stream.waitFor('message.created', ({ message }) => message.state === 'streaming')
  const form = { name: 'Jo', email: 'jo@example.com', subject: 'S', description: 'D' }
  const ticket = { ...form, id: crypto.randomUUID() as TicketId, conversationId }
  await guest.call(submitTicket, { params: { slug }, body: ticket })
  const attempts = async () =>
    (await tenant.read((t) => listAttempts(t, conversationId))).filter(({ purpose }) => purpose === 'answer')
  await expect.poll(async () => (await attempts()).length, { timeout: 20_000 }).toBe(1)
  const [attempt] = await attempts()
  expect(attempt).toMatchObject({ fault: 'aborted', isEstimated: true })
  expect(attempt?.inputTokens).toBeGreaterThan(0)
  expect(attempt?.outputTokens).toBeGreaterThan(0)
  expect(attempt?.costMicroCents).toBeGreaterThan(0)
  await expect.poll(() => ai.open).toBe(0)
  stream.close()
})
