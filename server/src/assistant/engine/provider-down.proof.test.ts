import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as m from '#i18n/messages.js'
import { askAssistant } from '#server/assistant/answering/ask-assistant.ts'
import { addFaq } from '#server/knowledge/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { givenState } from '#server/platform/process-state.ts'
import { type AnswerTimes, answerTimes } from '#server/provider/answer-times.ts'
import { connectProvider } from '#server/provider/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import type { BehaviourName } from '#test/standin/behaviour.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'

/** For providers that answer something, however slow the machine is; and for those that send nothing. */
const LONG: AnswerTimes = { hedgeMs: 60_000, firstSentenceMs: 60_000, slowMs: 50 }
const SHORT: AnswerTimes = { hedgeMs: 200, firstSentenceMs: 400, slowMs: 50 }
const times = { ...LONG }

let h: Harness
let ai: Standin
beforeAll(async () => {
  ai = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: ai.url }, overrides: { states: [givenState(answerTimes, times)] } })
})
beforeEach(() => {
  ai.reset()
  Object.assign(times, LONG)
})
afterAll(async () => {
  await h.stop()
  await ai.stop()
})

const RETURNS = 'You can return a bicycle within 45 days. Bring the receipt.'

async function shop(): Promise<Tenant> {
  const { tenant } = await h.tenant('Acme Bikes')
  const faq = { category: 'General', priority: 'high' } as const
  await tenant.tx(async (t) => {
    await addFaq(t, {
      ...faq,
      question: 'How long can I return a bicycle?',
      phrasings: ['What is your return policy?', 'Can I send my bike back?', 'Until when may I return something?'],
      answer: RETURNS,
    })
    await addFaq(t, {
      ...faq,
      question: 'Do you repair punctures?',
      phrasings: ['Can you fix a flat tyre?', 'My tube has a hole, do you mend it?'],
      answer: 'Yes, while you wait, for 12 pounds.',
    })
  })
  return tenant
}

/** An answer from the knowledge, two in one, one that is not known, polite words, a question about the business, an urgent message. */
const MESSAGES = [
  'Until when can I return my bicycle?',
  'Until when can I return my bicycle? And do you repair punctures?',
  'What is the capital of Mongolia called?',
  'hello',
  'When are you open?',
  'My face is swollen and I cannot breathe',
]

/**
 * The answers without the sentence that introduces similar questions: those are found by meaning, for which a question waits 150 ms only, so
 * that a busy machine may have them for one round and not for the other.
 */
const answersOf = async (tenant: Tenant): Promise<string[]> => {
  const introduction = m.assistant_or_one_of_these({}, { locale: 'en' })
  const answers: string[] = []
  for (const text of MESSAGES) {
    const answer = await askAssistant(tenant, { text, agent: null })
    answers.push(answer.text.replace(introduction, '').trim())
  }
  return answers
}

const SILENT: BehaviourName[] = ['hang', 'stall']
const DOWN: BehaviourName[] = [
  ...(['401', '403', '429', '500', 'bad-request', 'unknown-model', 'bad-json', 'html', 'empty'] as const),
  ...(['cut', 'drop', 'error', 'error-late'] as const),
  ...SILENT,
]

describe('[H3] a provider that is down', () => {
  it.each(DOWN)('by %s leaves every message with the answer it has without a key', async (behaviour) => {
    if (SILENT.includes(behaviour)) Object.assign(times, SHORT)
    const tenant = await shop()
    // The first round builds the search index.
    await answersOf(tenant)
    const without = await answersOf(tenant)
    expect(without[0]).toBe(RETURNS)
    ai.setBehaviour('openai', behaviour)
    await connectProvider(tenant, 'openai', { key: 'key-of-the-shop' })
    expect(await answersOf(tenant)).toEqual(without)
    await expect.poll(() => ai.requests.length).toBeGreaterThan(0)
    await expect.poll(() => ai.open).toBe(0)
  })

  it('by no network leaves every message with the answer it has without a key', async () => {
    const offline = await startHarness({ env: { AI_ORIGIN: 'http://127.0.0.1:1' } })
    try {
      const { tenant } = await offline.tenant()
      const without = await answersOf(tenant)
      await connectProvider(tenant, 'openai', { key: 'key-of-the-shop' })
      expect(await answersOf(tenant)).toEqual(without)
    } finally {
      await offline.stop()
    }
  })
})

describe('[H3] a slow provider', () => {
  it('is replaced by the knowledge’s sure answer, and no second one is asked', async () => {
    Object.assign(times, { hedgeMs: 1000, firstSentenceMs: 60_000 })
    const tenant = await shop()
    for (const provider of ['openai', 'claude'] as const) await connectProvider(tenant, provider, { key: 'a-key' })
    ai.setBehaviour('openai', 'hang')
    const answer = await askAssistant(tenant, { text: 'Until when can I return my bicycle?', agent: null })
    expect(answer).toMatchObject({ text: RETURNS, outcome: 'answered', origin: { degraded: 'too_slow' } })
    expect(ai.requests.map(({ provider }) => provider)).toEqual(['openai'])
  })
})

describe('[H3] an answer that breaks off', () => {
  const QUESTION = 'Until when can I return my bicycle?'

  const askBoth = async (first: string, second: Parameters<Standin['setBehaviour']>[1]) => {
    const tenant = await shop()
    for (const provider of ['openai', 'claude'] as const) await connectProvider(tenant, provider, { key: 'a-key' })
    ai.setBehaviour('openai', { reply: first, isTruncated: true })
    ai.setBehaviour('claude', second)
    return askAssistant(tenant, { text: QUESTION, agent: null })
  }

  it('is gone on with by the next provider, which repeats nothing', async () => {
    const answer = await askBoth('You can return a bicycle within 45 days [1]. Bring the re', {
      reply: 'You can return a bicycle within 45 days [1]. Bring the receipt [1].',
    })
    expect(answer.text).toBe('You can return a bicycle within 45 days [1]. Bring the receipt.')
    expect(answer).toMatchObject({ outcome: 'answered', sources: [{ kind: 'faq' }] })
    expect(answer.isCut).toBeUndefined()
    expect(answer.origin.attempts?.map(({ provider, cause, fault }) => [provider, cause, fault])).toEqual([
      ['openai', 'first', 'cut'],
      ['claude', 'continuation', null],
    ])
    expect(ai.requests[1]?.parsed.turns.at(-2)).toMatchObject({
      role: 'assistant',
      text: 'You can return a bicycle within 45 days.',
    })
  })

  it('is complete where the next provider has nothing to add', async () => {
    const answer = await askBoth('You can return a bicycle within 45 days [1]. Bri', {
      reply: 'You can return a bicycle within 45 days [1].',
    })
    expect(answer).toMatchObject({ text: 'You can return a bicycle within 45 days [1].', outcome: 'answered' })
  })

  it('ends as interrupted where the next provider fails too', async () => {
    const answer = await askBoth('You can return a bicycle within 45 days [1]. Bri', '500')
    expect(answer).toMatchObject({ text: 'You can return a bicycle within 45 days [1].', isCut: true })
  })
})
