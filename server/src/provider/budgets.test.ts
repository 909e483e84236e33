import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { GuestId } from '#contracts/ids.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { type Standin, startStandin } from '#test/standin/server.ts'
import { changeSettings, connectProvider } from './fixture.ts'
import { modelRequest, readAnswer, tenantWithKeys } from './fixture-model-calls.ts'
import { costOf, listPriceOf } from './prices.ts'
import type { NoModelError } from './service.ts'

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
let standin: Standin
beforeAll(async () => {
  standin = await startStandin()
  h = await startHarness({ env: { AI_ORIGIN: standin.url }, overrides: { clock } })
})
afterEach(() => standin.reset())
afterAll(async () => {
  await h.stop()
  await standin.stop()
})

describe('[H3] budgets', () => {
  const budgets = (given: object) => ({
    budgets: { guestDailyCents: null, tenantDailyCents: null, cheaperFromPercent: 100, ...given },
  })
  const expensive = { customPrice: { inputCents: 100_000, outputCents: 100_000 } }

  it('stop the calls at the tenant’s daily budget until the next day', async () => {
    const tenant = await tenantWithKeys(h)
    await connectProvider(tenant, 'openai', expensive)
    await changeSettings(tenant, budgets({ tenantDailyCents: 40 }))
    let answers = 0
    let last: NoModelError | null = null
    while (!last && answers < 50) {
      const asked = modelRequest({ maxTokens: 20 })
      last = await readAnswer(tenant, asked).then(
        () => null,
        (error: NoModelError) => error,
      )
      if (!last) answers += 1
    }
    expect(answers).toBeGreaterThan(0)
    expect(last).toMatchObject({ reason: 'budget', record: { attempts: [] } })
    const [sum] = await queryAsOwner<{ spent: number }>(
      h.database.ownerUrl,
      'SELECT sum(cost_micro_cents)::float8 AS spent FROM ai_attempt WHERE tenant_id = $1',
      [tenant.id],
    )
    expect(sum?.spent).toBeLessThanOrEqual(40_000_000)
    aheadMs += 86_400_000
    await readAnswer(tenant, modelRequest({ maxTokens: 20 }))
  })

  it('stop a guest at the guest’s daily budget and no other guest', async () => {
    const tenant = await tenantWithKeys(h)
    await connectProvider(tenant, 'openai', expensive)
    await changeSettings(tenant, budgets({ guestDailyCents: 8 }))
    const [greedy, other] = [randomUUID() as GuestId, randomUUID() as GuestId]
    const tries = async (guestId: GuestId) =>
      readAnswer(tenant, modelRequest({ guestId, maxTokens: 10 })).then(
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
    const tenant = await tenantWithKeys(h)
    await connectProvider(tenant, 'openai', expensive)
    await changeSettings(tenant, budgets({ tenantDailyCents: 30 }))
    standin.setBehaviour('openai', { firstMs: 100, betweenMs: 0 })
    await Promise.allSettled(Array.from({ length: 40 }, () => readAnswer(tenant, modelRequest({ maxTokens: 20 }))))
    const spent = standin.usageLog.reduce((sum, one) => sum + (one.inputTokens + one.outputTokens) * 100_000, 0)
    expect(spent).toBeGreaterThan(0)
    expect(spent).toBeLessThanOrEqual(30_000_000)
  })

  it('select the cheapest model once the configured share is spent', async () => {
    const tenant = await tenantWithKeys(h)
    await connectProvider(tenant, 'openai', { model: 'gpt-5.4-mini' })
    await changeSettings(tenant, budgets({ tenantDailyCents: 100, cheaperFromPercent: 1 }))
    const models: string[] = []
    for (let round = 0; round < 2; round += 1) {
      models.push((await readAnswer(tenant, modelRequest())).end.model)
      await queryAsOwner(h.database.ownerUrl, 'UPDATE ai_spending SET micro_cents = 50000000 WHERE tenant_id = $1', [
        tenant.id,
      ])
    }
    expect(models).toEqual(['gpt-5.4-mini', 'gpt-6-luna'])
  })

  it('agree with the tokens that the providers reported, after successes and failures', async () => {
    const tenant = await tenantWithKeys(h, 'openai', 'claude', 'mistral')
    const behaviours = ['fine', '500', 'fine', '401', 'fine', 'empty', 'tool'] as const
    for (const behaviour of behaviours) {
      standin.setBehaviour('openai', behaviour)
      await readAnswer(tenant, modelRequest()).catch(() => undefined)
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
