import { type ToolSet, tool } from 'ai'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ConversationId } from '#contracts/ids.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { givenState } from '#server/platform/process-state.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { type AnswerTimes, answerTimes } from './answer-times.ts'
import { modelRequest, tenantWithKeys } from './fixture-model-calls.ts'
import { askInTime, listAttempts, type ModelRequest, type RequestRecord } from './service.ts'

/** Longer than any test: what must not happen by time, does not. */
const NEVER_MS = 60_000
const times: AnswerTimes = { hedgeMs: NEVER_MS, firstSentenceMs: NEVER_MS, slowMs: 50 }

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: standin.url }, overrides: { states: [givenState(answerTimes, times)] } })
})
beforeEach(() => {
  Object.assign(times, { hedgeMs: NEVER_MS, firstSentenceMs: NEVER_MS })
})
afterEach(() => standin.reset())
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

type Heard = { text: string; record: RequestRecord | null; error: unknown }

/** Reads an answer as a customer's screen would: each text is shown at once. */
async function hear(
  tenant: Tenant,
  request = modelRequest(),
  { hasReadyAnswer = false, searchedMs = 0 } = {},
): Promise<Heard> {
  const heard: Heard = { text: '', record: null, error: null }
  const answering = askInTime(tenant, request, AbortSignal.timeout(30_000), {
    startedAt: performance.now() - searchedMs,
    hasReadyAnswer,
    said: () => heard.text,
    read: async function* (parts) {
      for await (const part of parts) {
        if (part.type === 'text') yield part.text
        if (part.type === 'finish') yield part
      }
    },
  })
  try {
    for await (const shown of answering) {
      if (typeof shown === 'string') heard.text += shown
      else heard.record = shown
    }
  } catch (error) {
    heard.error = error
  }
  return heard
}

const stored = (tenant: Tenant, request: ModelRequest) =>
  tenant.read((t) => listAttempts(t, request.conversationId as ConversationId))

const asked = () => standin.requests.map(({ provider }) => provider)

const CALM = 'Hello! How can I help you today?'

describe('[H3] a provider that is slow', () => {
  it('is stopped when the provider that was asked beside it gives the first words, and both count', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'hang')
    times.hedgeMs = 150
    const request = modelRequest()
    const heard = await hear(tenant, request)
    expect(heard).toMatchObject({ text: CALM, error: null })
    expect(asked()).toEqual(['openai', 'claude'])
    expect(heard.record?.attempts).toMatchObject([
      { provider: 'openai', cause: 'first', fault: 'timeout', isEstimated: true },
      { provider: 'claude', cause: 'hedge', fault: null, isEstimated: false },
    ])
    await expect.poll(() => standin.open).toBe(0)
    const rows = await stored(tenant, request)
    expect(rows.map(({ costMicroCents }) => costMicroCents > 0)).toEqual([true, true])
    const [day] = await queryAsOwner<{ spent: number }>(
      h.database.ownerUrl,
      'SELECT micro_cents::float8 AS spent FROM ai_spending WHERE tenant_id = $1',
      [tenant.id],
    )
    expect(day?.spent).toBe(rows.reduce((sum, { costMicroCents }) => sum + costMicroCents, 0))
  })

  it('answers where it gives the first words before the one that was asked beside it', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', { firstMs: 1000, betweenMs: 0 })
    standin.setBehaviour('claude', 'hang')
    times.hedgeMs = 100
    const heard = await hear(tenant)
    expect([asked(), heard.text, heard.error]).toEqual([['openai', 'claude'], CALM, null])
    expect(heard.record?.attempts.map(({ fault }) => fault)).toEqual([null, 'timeout'])
    await expect.poll(() => standin.open).toBe(0)
  })

  it('is left alone while it is fast enough', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', { firstMs: 300, betweenMs: 0 })
    const heard = await hear(tenant)
    expect([asked(), heard.record?.attempts.map(({ cause }) => cause)]).toEqual([['openai'], ['first']])
  })

  it('gives way to a ready answer, and no other provider is asked', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'hang')
    times.hedgeMs = 150
    const { error } = await hear(tenant, modelRequest(), { hasReadyAnswer: true })
    expect(error).toMatchObject({ reason: 'too_slow', record: { attempts: [{ fault: 'timeout' }] } })
    expect(asked()).toEqual(['openai'])
  })

  it('has its whole time before a ready answer, however long the search took before it was asked', async () => {
    const tenant = await tenantWithKeys(h, 'openai')
    standin.setBehaviour('openai', { firstMs: 300, betweenMs: 0 })
    times.hedgeMs = 5000
    const heard = await hear(tenant, modelRequest(), { hasReadyAnswer: true, searchedMs: 6000 })
    expect(heard).toMatchObject({ text: CALM, error: null })
  })

  it('gives way without a ready answer at the latest time of a first sentence', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude', 'mistral')
    for (const provider of ['openai', 'claude', 'mistral'] as const) standin.setBehaviour(provider, 'hang')
    Object.assign(times, { hedgeMs: 200, firstSentenceMs: 300 })
    const { error } = await hear(tenant)
    expect(error).toMatchObject({ reason: 'too_slow' })
    expect(asked()).toEqual(['openai', 'claude'])
    await expect.poll(() => standin.open).toBe(0)
  })

  it('is not asked again for a while after three answers that others gave', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'hang')
    times.hedgeMs = 100
    for (let round = 0; round < 3; round += 1) await hear(tenant)
    standin.requests.length = 0
    const { record } = await hear(tenant)
    expect(asked()).toEqual(['claude'])
    expect(record?.choice).toMatchObject({
      order: ['openai', 'claude'],
      reason: 'own_order',
      skipped: [{ provider: 'openai', reason: 'paused' }],
    })
  })

  it('has the next one asked beside it at once where the one beside it fails', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude', 'mistral')
    standin.setBehaviour('openai', { firstMs: 1900, betweenMs: 0 })
    standin.setBehaviour('claude', '500')
    standin.setBehaviour('mistral', 'hang')
    // A second wait of this length would end after the answer.
    times.hedgeMs = 1000
    const heard = await hear(tenant)
    expect(heard.text).toBe(CALM)
    expect(heard.record?.attempts.map(({ provider, fault }) => [provider, fault])).toEqual([
      ['openai', null],
      ['claude', 'server'],
      ['mistral', 'timeout'],
    ])
  })

  it('does not lead to a call beyond the budget', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    await queryAsOwner(
      h.database.ownerUrl,
      'UPDATE ai_provider SET input_cents = 10000, output_cents = 10000 WHERE tenant_id = $1',
      [tenant.id],
    )
    await queryAsOwner(h.database.ownerUrl, 'UPDATE ai_policy SET tenant_daily_cents = 3 WHERE tenant_id = $1', [
      tenant.id,
    ])
    standin.setBehaviour('openai', { firstMs: 1000, betweenMs: 0 })
    times.hedgeMs = 100
    const heard = await hear(tenant)
    expect(heard.text).toBe(CALM)
    expect(asked()).toEqual(['openai'])
    expect(heard.record?.choice?.skipped).toEqual([{ provider: 'claude', reason: 'budget' }])
  })
})

describe('[H3] a provider that uses a tool', () => {
  const slowTool = (ran: string[]): ToolSet =>
    ({
      cancel: tool({
        inputSchema: z.object({ order: z.number() }),
        execute: async ({ order }) => {
          ran.push(`cancelled ${order}`)
          await new Promise((resolve) => setTimeout(resolve, 2000))
          return 'It is cancelled.'
        },
      }),
    }) as ToolSet

  it('goes on alone, and nothing is given in its place while the tool runs', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    for (const provider of ['openai', 'claude'] as const)
      standin.setBehaviour(provider, { tool: 'cancel', input: { order: 7 } })
    Object.assign(times, { hedgeMs: 1500, firstSentenceMs: 1700 })
    const ran: string[] = []
    const heard = await hear(tenant, modelRequest({ tools: slowTool(ran) }), { hasReadyAnswer: true })
    expect(heard).toMatchObject({ text: 'Here is what I found: It is cancelled.', error: null })
    expect([ran, asked()]).toEqual([['cancelled 7'], ['openai', 'openai']])
  })

  it('stops the slow one that it was asked beside', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'hang')
    standin.setBehaviour('claude', { tool: 'cancel', input: { order: 7 } })
    times.hedgeMs = 150
    const ran: string[] = []
    const heard = await hear(tenant, modelRequest({ tools: slowTool(ran) }))
    expect(heard).toMatchObject({ text: 'Here is what I found: It is cancelled.', error: null })
    expect(ran).toEqual(['cancelled 7'])
    expect(heard.record?.attempts.map(({ fault }) => fault)).toEqual(['timeout', null])
  })
})

describe('[H3] a provider that breaks off after its first words', () => {
  const cutAfter = (reply: string) => ({ reply, isTruncated: true }) as const

  it('is followed by the next one, which is given what stands', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', cutAfter('We open at nine. '))
    standin.setBehaviour('claude', { reply: 'We close at six.' })
    const request = modelRequest()
    const heard = await hear(tenant, request)
    expect(heard).toMatchObject({ text: 'We open at nine. We close at six.', error: null })
    expect(standin.requests[1]?.parsed.turns.map(({ role, text }) => [role, text])).toEqual([
      ['user', 'When do you open?'],
      ['assistant', 'We open at nine.'],
      ['user', expect.stringContaining('Go on with the sentence that comes next')],
    ])
    expect(heard.record?.attempts).toMatchObject([
      { fault: 'cut', isEstimated: true },
      { cause: 'continuation', fault: null },
    ])
  })

  it('is followed by each that is left; the answer is cut when none is', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude', 'mistral')
    standin.setBehaviour('openai', cutAfter('One. '))
    standin.setBehaviour('claude', '500')
    standin.setBehaviour('mistral', cutAfter('Two. '))
    const heard = await hear(tenant)
    expect(heard).toMatchObject({ text: 'One. Two. ', error: { name: 'AnswerCutError' } })
    expect(asked()).toEqual(['openai', 'claude', 'mistral'])
  })

  it('is followed by the slow one that it had overtaken', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', ['hang', { reply: 'We close at six.' }])
    standin.setBehaviour('claude', cutAfter('We open at nine. '))
    times.hedgeMs = 150
    const heard = await hear(tenant)
    expect(heard).toMatchObject({ text: 'We open at nine. We close at six.', error: null })
    expect(asked()).toEqual(['openai', 'claude', 'openai'])
  })

  it('counts as one where it only falls silent', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'stall')
    standin.setBehaviour('claude', { reply: ', please wait.' })
    times.firstSentenceMs = 1000
    const heard = await hear(tenant)
    expect(heard).toMatchObject({ text: 'One moment, please wait.', error: null })
    expect(heard.record?.attempts).toMatchObject([{ fault: 'timeout', isEstimated: true }, { fault: null }])
  })
})
