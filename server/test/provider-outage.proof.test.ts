import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  getGuestConversation,
  sendGuestMessage,
  startConversation,
} from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { addFaq } from '#server/knowledge/service.ts'
import { givenState } from '#server/platform/process-state.ts'
import { ANSWER_TIMES, answerTimes } from '#server/provider/answer-times.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { type Standin, startStandin } from './standin/server.ts'
import { timeBound } from './time-bound.ts'

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  const states = [givenState(answerTimes, ANSWER_TIMES)]
  h = await startHarness({ env: { AI_ORIGIN: standin.url }, overrides: { states } })
})
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

const FACT = 'Parcels leave our store at noon.'

async function makeShop(): Promise<TestTenant> {
  const shop = await h.tenant()
  const phrasings = ['When do you send my order?', 'At what time is my parcel sent?', 'When do parcels leave?']
  const faq = { question: 'When are parcels sent?', phrasings, answer: FACT, category: 'General' }
  await shop.tenant.tx((t) => addFaq(t, { ...faq, priority: 'high' }))
  return shop
}

/** Asks in a new chat, and gives the answer with the milliseconds that its customer waited. */
async function ask(shop: TestTenant, body: string): Promise<{ body: string; waitedMs: number }> {
  const guest = await h.guest(shop)
  const { slug } = shop
  const id = crypto.randomUUID() as ConversationId
  const params = { slug, conversationId: id }
  await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  const message = { id: crypto.randomUUID() as MessageId, body, fileIds: [] }
  const { seq } = await guest.call(sendGuestMessage, { params, body: message })
  const began = performance.now()
  for (;;) {
    const { messages } = await guest.call(getGuestConversation, { params })
    const answer = messages.find((one) => one.author === 'assistant' && one.seq > seq && one.state !== 'streaming')
    if (answer) return { body: answer.body, waitedMs: performance.now() - began }
    await new Promise((again) => setTimeout(again, 50))
  }
}

describe('[H3] providers that accept calls and send nothing', () => {
  it('leave ten customers at once waiting for 5 s at most, and are then called no more', async () => {
    const shop = await makeShop()
    // Loads the knowledge.
    await ask(shop, 'When are parcels sent?')
    for (const provider of ['openai', 'deepseek'] as const) {
      standin.setBehaviour(provider, 'hang')
      await connectProvider(shop.tenant, provider, { key: 'a-key' })
    }
    const askFive = (text: string) => Promise.all(Array.from({ length: 5 }, () => ask(shop, text)))
    const [known, unknown] = await Promise.all([
      askFive('When are parcels sent?'),
      askFive('Who painted the Mona Lisa?'),
    ])
    const slowestMs = Math.max(...[...known, ...unknown].map(({ waitedMs }) => waitedMs))
    process.stdout.write(`  providers hang: the slowest of ten answers came after ${Math.round(slowestMs)} ms\n`)
    expect(slowestMs).toBeLessThan(timeBound(5500))
    for (const { body } of known) expect(body).toBe(FACT)
    for (const { body } of unknown) expect(body).toContain('person')
    const calls = standin.requests.length
    expect(calls).toBeGreaterThanOrEqual(10)
    expect((await ask(shop, 'When are parcels sent?')).body).toBe(FACT)
    expect(standin.requests).toHaveLength(calls)
  }, 200_000)
})
