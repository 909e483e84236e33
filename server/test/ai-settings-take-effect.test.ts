import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getGuestConversation, sendGuestMessage } from '#contracts/conversation/guest-conversation.ts'
import type { MessageId } from '#contracts/ids.ts'
import { saveApiSettings } from '#contracts/provider/api-settings.ts'
import { type SettingsChange, saveSettings } from '#contracts/tenant/settings.ts'
import { answerConversation } from '#server/assistant/answering/answer.ts'
import { makeFaq } from '#server/knowledge/fixture.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness, type TestTenant } from './harness.ts'
import { startChat } from './proof/full-tenant.ts'
import { type Standin, startStandin } from './standin/server.ts'

let h: Harness
let ai: Standin
beforeAll(async () => {
  ai = await startStandin()
  // No job answers on its own: each test asks and answers in turn.
  h = await startHarness({ env: { AI_ORIGIN: ai.url, ROLE: 'web' } })
})
afterAll(async () => {
  await h.stop()
  await ai.stop()
})

/** A business with one FAQ whose owner saved these settings of the assistant. */
async function businessWith(aiSettings: NonNullable<SettingsChange['aiSettings']>): Promise<TestTenant> {
  const made = await h.tenant()
  await makeFaq(made.tenant)
  await (await h.member(made, 'owner')).call(saveSettings, { body: { version: 1, aiSettings } })
  return made
}

/** A chat in which each question is answered at once: the answer, and for what reason a person is offered. */
async function chatAt(made: TestTenant) {
  const { slug, tenant } = made
  const guest = await h.guest(made)
  const { conversationId, params } = await startChat(guest, slug)
  await answerConversation(tenant, conversationId)
  return async (body: string) => {
    await guest.call(sendGuestMessage, { params, body: { id: crypto.randomUUID() as MessageId, body, fileIds: [] } })
    await answerConversation(tenant, conversationId)
    const { conversation, messages } = await guest.call(getGuestConversation, { params })
    return {
      answer: messages.findLast(({ author }) => author === 'assistant')?.body,
      offer: conversation.offer?.reason,
    }
  }
}

describe('a setting of the assistant takes effect', () => {
  it('[Y2] escalationThreshold: a person is offered after as many failed answers as the business set', async () => {
    const offersAt = async (escalationThreshold: number) => {
      const ask = await chatAt(await businessWith({ escalationThreshold }))
      const offers: (string | null)[] = []
      for (const body of ['zorb flimmer quandary', 'blarg wibble nonsense', 'snorkel gravity pudding', 'plim plam']) {
        offers.push((await ask(body)).offer ?? null)
      }
      // The chat's first message has no answer either.
      return offers.indexOf('three_attempts') + 2
    }
    expect([await offersAt(2), await offersAt(4)]).toEqual([2, 4])
  })

  it('[Y2] confidenceThreshold: a less certain answer is given under 0.6 and not under 0.9', async () => {
    const isAnswered = async (confidenceThreshold: number) =>
      (await (await chatAt(await businessWith({ confidenceThreshold })))('until when return')).answer?.includes(
        '45 days',
      )
    expect([await isAnswered(0.6), await isAnswered(0.9)]).toEqual([true, false])
  })

  it('[Y2] responseTime: with priority on quality a stronger model answers than with priority on speed', async () => {
    const modelAt = async (responsePriority: 'fast' | 'quality') => {
      const made = await businessWith({})
      await connectProvider(made.tenant, 'openai')
      await (await h.member(made, 'owner')).call(saveApiSettings, { body: { responsePriority } })
      const before = ai.requests.length
      await (await chatAt(made))('How long do I have to return something?')
      return ai.requests.slice(before).map(({ parsed }) => parsed.model)[0]
    }
    expect([await modelAt('fast'), await modelAt('quality')]).toEqual(['gpt-6-luna', 'gpt-6.1-terra'])
  })
})
