import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { appendMessage, changeConversation, getConversation, newId } from '#server/conversation/service.ts'
import { rememberExchange } from '#server/memory/service.ts'
import { system } from '#server/platform/actor.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { answerConversation } from './answer.ts'
import { completeTurn } from './complete-turn.ts'

vi.mock(import('./complete-turn.ts'), async (original) => {
  const actual = await original()
  return { ...actual, completeTurn: vi.fn(actual.completeTurn) }
})
vi.mock(import('#server/memory/service.ts'), async (original) => {
  const actual = await original()
  return { ...actual, rememberExchange: vi.fn(actual.rememberExchange) }
})

let h: Harness
beforeAll(async () => {
  // No jobs: each test answers by itself.
  h = await startHarness({ env: { ROLE: 'web' } })
})
afterAll(() => h.stop())
beforeEach(() => {
  vi.mocked(completeTurn).mockClear()
})

/** A chat with an unanswered message. */
async function asked() {
  const made = await h.tenant()
  const { tenant, slug } = made
  const guest = await h.guest(made)
  const id = crypto.randomUUID() as ConversationId
  await guest.call(startConversation, { params: { slug }, body: { id, context: 'general' } })
  await tenant.tx(async (t) => {
    await appendMessage(t, id, { id: newId(), author: 'customer', body: 'How long do I have to return something?' })
    await changeConversation(t, await getConversation(t, system, id), { answerDueAt: t.now })
  })
  const answers = async () =>
    (await tenant.read((t) => t.sql("SELECT 1 FROM message WHERE author = 'assistant' AND kind <> 'greeting'"))).length
  return { tenant, id, answers }
}

describe('a turn whose storing fails', () => {
  it('is completed once by an attempt, and the next attempt answers', async () => {
    const { tenant, id, answers } = await asked()
    vi.mocked(completeTurn).mockRejectedValueOnce(new Error('a fault'))
    await expect(answerConversation(tenant, id)).rejects.toThrow('a fault')
    expect(completeTurn).toHaveBeenCalledTimes(1)
    await answerConversation(tenant, id)
    expect(completeTurn).toHaveBeenCalledTimes(2)
    expect(await answers()).toBe(1)
  })

  it('is completed without the memory where only the memory failed', async () => {
    const { tenant, id, answers } = await asked()
    vi.mocked(rememberExchange).mockRejectedValueOnce(new Error('a fault'))
    await answerConversation(tenant, id)
    expect(await answers()).toBe(1)
  })
})
