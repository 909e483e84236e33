import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConversationId } from '#contracts/ids.ts'
import { makeMember } from '#server/identity/fixture.ts'
import { readOutbox } from '#server/notification/fixture.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { timeBound } from '#test/time-bound.ts'
import { changeSettings, connectProvider } from './fixture.ts'
import { modelRequest, readAnswer, tenantWithKeys } from './fixture-model-calls.ts'
import { costOf, listPriceOf } from './prices.ts'
import { AnswerCutError, askModel, listAttempts, type ModelRequest, NoModelError } from './service.ts'

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

const failWithoutModel = async (tenant: Tenant, request = modelRequest()): Promise<NoModelError> => {
  const error = await readAnswer(tenant, request).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NoModelError)
  return error as NoModelError
}

const rows = (tenant: Tenant, request: ModelRequest) =>
  tenant.read((t) => listAttempts(t, request.conversationId as ConversationId))

describe('[H3] the chain of providers', () => {
  it('fails with no_key when no provider has a key', async () => {
    expect(await failWithoutModel(await tenantWithKeys(h))).toMatchObject({
      reason: 'no_key',
      record: { attempts: [] },
    })
  })

  it('streams the first provider’s answer and stores the call with the cost of the tokens the provider reported', async () => {
    const tenant = await tenantWithKeys(h, 'openai')
    const request = modelRequest()
    const { text, end } = await readAnswer(tenant, request)
    expect(text.length).toBeGreaterThan(0)
    const [reported] = standin.usageLog
    const price = listPriceOf('openai', end.model, clock.now())
    expect(end.usage).toEqual({ inputTokens: reported?.inputTokens, outputTokens: reported?.outputTokens })
    expect(end.costMicroCents).toBe(costOf(end.usage, price))
    expect(end.costMicroCents).toBeGreaterThan(0)
    expect(await rows(tenant, request)).toMatchObject([
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
      const tenant = await tenantWithKeys(h, 'openai', 'claude')
      standin.setBehaviour('openai', behaviour)
      const request = modelRequest()
      const { text, end } = await readAnswer(tenant, request)
      expect(end.provider).toBe('claude')
      expect(text).not.toBe('')
      expect(end.attempts.map((one) => one.provider)).toEqual(['openai', 'claude'])
      const stored = await rows(tenant, request)
      expect(stored.map((row) => [row.position, row.provider, row.fault === null])).toEqual([
        [1, 'openai', false],
        [2, 'claude', true],
      ])
    },
  )

  it('does not send a request to the next provider that the first rejected as invalid', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'bad-request')
    const { reason, record } = await failWithoutModel(tenant)
    expect([reason, record.attempts.map((one) => one.fault)]).toEqual(['all_failed', ['bad_request']])
    expect(standin.requests.map((one) => one.provider)).toEqual(['openai'])
  })

  it('fails with AnswerCutError and without a fallback when a provider stops after its first text, and counts an estimate', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'cut')
    const request = modelRequest()
    const error = await readAnswer(tenant, request).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AnswerCutError)
    expect(standin.requests).toHaveLength(1)
    const prompt = request.system.length + JSON.stringify(request.messages).length
    const usage = {
      inputTokens: Math.ceil(prompt / 3),
      outputTokens: Math.ceil('You can send your order back within'.length / 3),
    }
    const costMicroCents = costOf(usage, listPriceOf('openai', 'gpt-6-luna', clock.now()))
    expect(await rows(tenant, request)).toMatchObject([
      { fault: 'cut', firstTokenMs: expect.any(Number), ...usage, isEstimated: true, costMicroCents },
    ])
  })

  it('does not use a rejected key until it changes, also in another process, and notifies the team once', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    await makeMember(tenant, { role: 'owner' })
    standin.setBehaviour('openai', '401')
    await readAnswer(tenant, modelRequest())
    standin.setBehaviour('openai', 'fine')
    standin.requests.length = 0
    await readAnswer(tenant, modelRequest())
    // Another process reads the rejected status from the database.
    const node = await h.secondNode()
    const { tenantOf } = await import('#server/platform/platform.ts')
    await readAnswer(tenantOf(node.platform, tenant.id), modelRequest())
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
    expect((await readAnswer(tenant, modelRequest())).end.provider).toBe('openai')
  })

  it('does not call a rate-limited provider for the stated time', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', ['429', 'fine'])
    await readAnswer(tenant, modelRequest())
    expect((await readAnswer(tenant, modelRequest())).end.provider).toBe('claude')
    aheadMs += 7100
    expect((await readAnswer(tenant, modelRequest())).end.provider).toBe('openai')
  })

  it('does not call a provider that failed three times until its pause ends', async () => {
    const tenant = await tenantWithKeys(h, 'openai')
    standin.setBehaviour('openai', '500')
    for (let round = 0; round < 3; round += 1) expect((await failWithoutModel(tenant)).record.attempts).toHaveLength(1)
    const began = performance.now()
    expect(await failWithoutModel(tenant)).toMatchObject({ reason: 'all_failed', record: { attempts: [] } })
    expect(performance.now() - began).toBeLessThan(timeBound(100))
    expect(standin.requests).toHaveLength(3)
    standin.setBehaviour('openai', 'fine')
    aheadMs += 30_100
    expect((await readAnswer(tenant, modelRequest())).end.provider).toBe('openai')
  })

  it('makes at most six calls for one message', async () => {
    const tenant = await tenantWithKeys(
      h,
      'openai',
      'deepseek',
      'claude',
      'mistral',
      'groq',
      'perplexity',
      'huggingface',
    )
    for (const provider of ['openai', 'deepseek', 'claude', 'mistral', 'groq', 'perplexity', 'huggingface'] as const)
      standin.setBehaviour(provider, '500')
    const { record } = await failWithoutModel(tenant)
    expect(record.attempts).toHaveLength(6)
    expect(standin.requests).toHaveLength(6)
  })

  it('stores a call that the caller aborted, and calls no other provider', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude')
    standin.setBehaviour('openai', 'hang')
    const request = modelRequest()
    const aborted = AbortSignal.timeout(200)
    const error = await readAnswer(tenant, request, aborted).catch((reason: unknown) => reason)
    expect(error).toBe(aborted.reason)
    expect(await rows(tenant, request)).toMatchObject([{ provider: 'openai', fault: 'aborted' }])
    expect(standin.requests).toHaveLength(1)
  })

  it('stores a call whose consumer stopped reading as aborted', async () => {
    const tenant = await tenantWithKeys(h, 'openai')
    standin.setBehaviour('openai', { firstMs: 0, betweenMs: 20 })
    const request = modelRequest()
    for await (const part of askModel(tenant, request, AbortSignal.timeout(10_000))) if (part.type === 'text') break
    expect(await rows(tenant, request)).toMatchObject([{ fault: 'aborted' }])
  })

  it('follows the task, or always the tenant’s own order, and says why', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'deepseek')
    const simple = modelRequest({ complexity: 'low' })
    const byTask = (await readAnswer(tenant, simple)).end
    expect([byTask.provider, byTask.choice?.reason, byTask.choice?.order]).toEqual([
      'deepseek',
      'simple',
      ['deepseek', 'openai'],
    ])
    await changeSettings(tenant, { firstProvider: 'own_order' })
    const own = (await readAnswer(tenant, simple)).end
    expect([own.provider, own.choice?.reason]).toEqual(['openai', 'own_order'])
  })

  it('calls only the provider that the console chose', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'mistral')
    expect((await readAnswer(tenant, modelRequest({ only: 'mistral' }))).end.provider).toBe('mistral')
    expect(await failWithoutModel(tenant, modelRequest({ only: 'groq' }))).toMatchObject({ reason: 'no_key' })
  })

  it('calls a custom server without a key, at the estimated price and then at the tenant’s', async () => {
    const { tenant } = await h.tenant()
    await changeSettings(tenant, {
      providers: [{ provider: 'custom', baseUrl: `${standin.url}/custom/v1/`, model: 'llama3' }],
    })
    const { end } = await readAnswer(tenant, modelRequest())
    const estimated = (end.usage.inputTokens + end.usage.outputTokens) * 100
    expect([end.provider, end.model, end.costMicroCents]).toEqual(['custom', 'llama3', estimated])
    await changeSettings(tenant, {
      providers: [{ provider: 'custom', customPrice: { inputCents: 10, outputCents: 20 } }],
    })
    const priced = (await readAnswer(tenant, modelRequest())).end
    expect(priced.costMicroCents).toBe(priced.usage.inputTokens * 10 + priced.usage.outputTokens * 20)
  })
})
