import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationId, GuestId } from '#contracts/ids.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { readOutbox } from '#server/notification/fixture.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { timeBound } from '#test/time-bound.ts'
import { changeSettings, connectProvider } from './fixture.ts'
import { costOf, listPriceOf } from './prices.ts'
import { AnswerCutError, askModel, listAttempts, type ModelPart, type ModelRequest, NoModelError } from './service.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: standin.url, ALLOW_LOCAL_MODELS: 'true' }, overrides: { clock } })
})
afterEach(() => standin.reset())
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

const request = (given: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: 'answer',
  conversationId: randomUUID() as ConversationId,
  messageId: null,
  guestId: null,
  agent: null,
  complexity: 'medium',
  isExpert: false,
  system: 'You help customers of Acme.',
  messages: [{ role: 'user', content: 'When do you open?' }],
  maxTokens: 150,
  temperature: 0.7,
  ...given,
})

type Answered = { text: string; end: Extract<ModelPart, { type: 'finish' }> }

async function readAnswer(
  tenant: Tenant,
  asked: ModelRequest,
  signal = AbortSignal.timeout(30_000),
): Promise<Answered> {
  let text = ''
  for await (const part of askModel(tenant, asked, signal)) {
    if (part.type === 'text') text += part.text
    if (part.type === 'finish') return { text, end: part }
  }
  throw new Error('the chain ended without a finish')
}

const failWithoutModel = async (tenant: Tenant, asked = request()): Promise<NoModelError> => {
  const error = await readAnswer(tenant, asked).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NoModelError)
  return error as NoModelError
}

const rows = (tenant: Tenant, asked: ModelRequest) =>
  tenant.read((t) => listAttempts(t, asked.conversationId as ConversationId))

const business = async (...providers: Parameters<typeof connectProvider>[1][]): Promise<Tenant> => {
  const { tenant } = await h.tenant()
  for (const provider of providers) await connectProvider(tenant, provider, { key: `test-key-of-${provider}` })
  return tenant
}

describe('[H3] the chain of providers', () => {
  it('fails with no_key when no provider has a key', async () => {
    expect(await failWithoutModel(await business())).toMatchObject({ reason: 'no_key', attempts: [] })
  })

  it('streams the first provider’s answer and stores the call with the cost of the tokens the provider reported', async () => {
    const tenant = await business('openai')
    const asked = request()
    const { text, end } = await readAnswer(tenant, asked)
    expect(text.length).toBeGreaterThan(0)
    const [reported] = standin.usageLog
    const price = listPriceOf('openai', end.model, clock.now())
    expect(end.usage).toEqual({ inputTokens: reported?.inputTokens, outputTokens: reported?.outputTokens })
    expect(end.costMicroCents).toBe(costOf(end.usage, price))
    expect(end.costMicroCents).toBeGreaterThan(0)
    expect(await rows(tenant, asked)).toMatchObject([
      {
        provider: 'openai',
        model: end.model,
        position: 1,
        fault: null,
        purpose: 'answer',
        costMicroCents: end.costMicroCents,
      },
    ])
  })

  it.each(['401', '429', '500', 'unknown-model', 'bad-json', 'empty'] as const)(
    'falls back to the next provider on %s, before any text is streamed',
    async (behaviour) => {
      const tenant = await business('openai', 'claude')
      standin.setBehaviour('openai', behaviour)
      const asked = request()
      const { text, end } = await readAnswer(tenant, asked)
      expect(end.provider).toBe('claude')
      expect(text).not.toBe('')
      expect(end.attempts.map((one) => one.provider)).toEqual(['openai', 'claude'])
      const stored = await rows(tenant, asked)
      expect(stored.map((row) => [row.position, row.provider, row.fault === null])).toEqual([
        [1, 'openai', false],
        [2, 'claude', true],
      ])
    },
  )

  it('does not send a request to the next provider that the first rejected as invalid', async () => {
    const tenant = await business('openai', 'claude')
    standin.setBehaviour('openai', 'bad-request')
    const { reason, attempts } = await failWithoutModel(tenant)
    expect([reason, attempts.map((one) => one.fault)]).toEqual(['all_failed', ['bad_request']])
    expect(standin.requests.map((one) => one.provider)).toEqual(['openai'])
  })

  it('fails with AnswerCutError and without a fallback when a provider stops after its first text', async () => {
    const tenant = await business('openai', 'claude')
    standin.setBehaviour('openai', 'cut')
    const asked = request()
    const error = await readAnswer(tenant, asked).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AnswerCutError)
    expect(standin.requests).toHaveLength(1)
    expect(await rows(tenant, asked)).toMatchObject([{ fault: 'cut', firstTokenMs: expect.any(Number) }])
  })

  it('does not use a rejected key until it changes, also in another process, and notifies the team once', async () => {
    const tenant = await business('openai', 'claude')
    await makeMember(tenant, { role: 'owner' })
    standin.setBehaviour('openai', '401')
    await readAnswer(tenant, request())
    standin.setBehaviour('openai', 'fine')
    standin.requests.length = 0
    await readAnswer(tenant, request())
    // Another process reads the rejected status from the database.
    const node = await h.secondNode()
    const { tenantOf } = await import('#server/platform/platform.ts')
    await readAnswer(tenantOf(node.platform, tenant.id), request())
    expect(standin.requests.map((one) => one.provider)).toEqual(['claude', 'claude'])
    const entries = await queryAsOwner<{ action: string }>(
      h.database.ownerUrl,
      `SELECT action FROM activity_log WHERE tenant_id = $1 AND type = 'provider_key_rejected'`,
      [tenant.id],
    )
    expect(entries).toHaveLength(1)
    expect(entries[0]?.action).toContain('OpenAI refused the API key ending in enai')
    expect(await readOutbox(tenant)).toMatchObject([
      { type: 'key_rejected', subject: 'OpenAI refuses your API key', text: expect.stringContaining('••••enai') },
    ])
    await connectProvider(tenant, 'openai', { key: 'another-key-of-openai' })
    expect((await readAnswer(tenant, request())).end.provider).toBe('openai')
  })

  it('does not call a rate-limited provider for the stated time', async () => {
    const tenant = await business('openai', 'claude')
    standin.setBehaviour('openai', ['429', 'fine'])
    await readAnswer(tenant, request())
    expect((await readAnswer(tenant, request())).end.provider).toBe('claude')
    aheadMs += 7100
    expect((await readAnswer(tenant, request())).end.provider).toBe('openai')
  })

  it('does not call a provider that failed three times until its pause ends', async () => {
    const tenant = await business('openai')
    standin.setBehaviour('openai', '500')
    for (let round = 0; round < 3; round += 1) expect((await failWithoutModel(tenant)).attempts).toHaveLength(1)
    const began = performance.now()
    expect(await failWithoutModel(tenant)).toMatchObject({ reason: 'all_failed', attempts: [] })
    expect(performance.now() - began).toBeLessThan(timeBound(100))
    expect(standin.requests).toHaveLength(3)
    standin.setBehaviour('openai', 'fine')
    aheadMs += 30_100
    expect((await readAnswer(tenant, request())).end.provider).toBe('openai')
  })

  it('makes at most six calls for one message', async () => {
    const tenant = await business('openai', 'deepseek', 'claude', 'mistral', 'groq', 'perplexity', 'huggingface')
    for (const provider of ['openai', 'deepseek', 'claude', 'mistral', 'groq', 'perplexity', 'huggingface'] as const)
      standin.setBehaviour(provider, '500')
    const { attempts } = await failWithoutModel(tenant)
    expect(attempts).toHaveLength(6)
    expect(standin.requests).toHaveLength(6)
  })

  it('stores a call that the caller aborted, and calls no other provider', async () => {
    const tenant = await business('openai', 'claude')
    standin.setBehaviour('openai', 'hang')
    const asked = request()
    const aborted = AbortSignal.timeout(200)
    const error = await readAnswer(tenant, asked, aborted).catch((reason: unknown) => reason)
    expect(error).toBe(aborted.reason)
    expect(await rows(tenant, asked)).toMatchObject([{ provider: 'openai', fault: 'aborted' }])
    expect(standin.requests).toHaveLength(1)
  })

  it('stores a call whose consumer stopped reading as aborted', async () => {
    const tenant = await business('openai')
    standin.setBehaviour('openai', { firstMs: 0, betweenMs: 20 })
    const asked = request()
    for await (const part of askModel(tenant, asked, AbortSignal.timeout(10_000))) if (part.type === 'text') break
    expect(await rows(tenant, asked)).toMatchObject([{ fault: 'aborted' }])
  })

  it('calls only the provider that the console chose', async () => {
    const tenant = await business('openai', 'mistral')
    expect((await readAnswer(tenant, request({ only: 'mistral' }))).end.provider).toBe('mistral')
    expect(await failWithoutModel(tenant, request({ only: 'groq' }))).toMatchObject({ reason: 'no_key' })
  })

  it('calls a custom server without a key, at the tenant’s price', async () => {
    const { tenant } = await h.tenant()
    await changeSettings(tenant, {
      providers: [{ provider: 'custom', baseUrl: `${standin.url}/custom/v1/`, model: 'llama3' }],
    })
    const { end } = await readAnswer(tenant, request())
    expect([end.provider, end.model, end.costMicroCents]).toEqual(['custom', 'llama3', 0])
    await changeSettings(tenant, {
      providers: [{ provider: 'custom', customPrice: { inputCents: 10, outputCents: 20 } }],
    })
    const priced = (await readAnswer(tenant, request())).end
    expect(priced.costMicroCents).toBe(priced.usage.inputTokens * 10 + priced.usage.outputTokens * 20)
  })
})

describe('[H3] budgets', () => {
  const budgets = (given: object) => ({
    budgets: { guestDailyCents: null, tenantDailyCents: null, cheaperFromPercent: 100, ...given },
  })
  const expensive = { customPrice: { inputCents: 100_000, outputCents: 100_000 } }

  it('stop the calls at the tenant’s daily budget until the next day', async () => {
    const tenant = await business()
    await connectProvider(tenant, 'openai', expensive)
    await changeSettings(tenant, budgets({ tenantDailyCents: 40 }))
    let answers = 0
    let last: NoModelError | null = null
    while (!last && answers < 50) {
      const asked = request({ maxTokens: 20 })
      last = await readAnswer(tenant, asked).then(
        () => null,
        (error: NoModelError) => error,
      )
      if (!last) answers += 1
    }
    expect(answers).toBeGreaterThan(0)
    expect(last).toMatchObject({ reason: 'budget', attempts: [] })
    const [sum] = await queryAsOwner<{ spent: number }>(
      h.database.ownerUrl,
      'SELECT sum(cost_micro_cents)::float8 AS spent FROM ai_attempt WHERE tenant_id = $1',
      [tenant.id],
    )
    expect(sum?.spent).toBeLessThanOrEqual(40_000_000)
    aheadMs += 86_400_000
    await readAnswer(tenant, request({ maxTokens: 20 }))
  })

  it('stop a guest at the guest’s daily budget and no other guest', async () => {
    const tenant = await business()
    await connectProvider(tenant, 'openai', expensive)
    await changeSettings(tenant, budgets({ guestDailyCents: 8 }))
    const [greedy, other] = [randomUUID() as GuestId, randomUUID() as GuestId]
    const tries = async (guestId: GuestId) =>
      readAnswer(tenant, request({ guestId, maxTokens: 10 })).then(
        () => 'answered',
        (error: NoModelError) => error.reason,
      )
    const outcomes: string[] = []
    for (let round = 0; round < 10 && outcomes.at(-1) !== 'budget'; round += 1) outcomes.push(await tries(greedy))
    expect(outcomes[0]).toBe('answered')
    expect(outcomes.at(-1)).toBe('budget')
    expect(await tries(other)).toBe('answered')
  })

  it('are not exceeded by forty concurrent calls', async () => {
    const tenant = await business()
    await connectProvider(tenant, 'openai', expensive)
    await changeSettings(tenant, budgets({ tenantDailyCents: 30 }))
    standin.setBehaviour('openai', { firstMs: 100, betweenMs: 0 })
    await Promise.allSettled(Array.from({ length: 40 }, () => readAnswer(tenant, request({ maxTokens: 20 }))))
    const spent = standin.usageLog.reduce((sum, one) => sum + (one.inputTokens + one.outputTokens) * 100_000, 0)
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThanOrEqual(30_000_000)
  })

  it('select the cheapest model once the configured share is spent', async () => {
    const tenant = await business()
    await connectProvider(tenant, 'openai', { model: 'gpt-5.4-mini' })
    await changeSettings(tenant, budgets({ tenantDailyCents: 100, cheaperFromPercent: 1 }))
    const models: string[] = []
    for (let round = 0; round < 2; round += 1) {
      models.push((await readAnswer(tenant, request())).end.model)
      await queryAsOwner(h.database.ownerUrl, 'UPDATE ai_spending SET micro_cents = 50000000 WHERE tenant_id = $1', [
        tenant.id,
      ])
    }
    expect(models).toEqual(['gpt-5.4-mini', 'gpt-6-luna'])
  })

  it('[H3] agree with the tokens that the providers reported, after successes and failures', async () => {
    const tenant = await business('openai', 'claude', 'mistral')
    const behaviours = ['fine', '500', 'fine', 'cut', '401', 'fine', 'empty', 'tool'] as const
    for (const behaviour of behaviours) {
      standin.setBehaviour('openai', behaviour)
      await readAnswer(tenant, request()).catch(() => undefined)
      aheadMs += 40_000
    }
    const expected = standin.usageLog.reduce(
      (sum, one) => sum + costOf(one, listPriceOf(one.provider, one.model, clock.now())),
      0,
    )
    const [stored] = await queryAsOwner<{ spent: number; tokens: number }>(
      h.database.ownerUrl,
      `SELECT sum(cost_micro_cents)::float8 AS spent, sum(input_tokens + output_tokens)::int AS tokens FROM ai_attempt WHERE tenant_id = $1`,
      [tenant.id],
    )
    const tokens = standin.usageLog.reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0)
    expect(standin.usageLog.length).toBeGreaterThan(4)
    expect(stored).toEqual({ spent: expected, tokens })
  })
})
