import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { listPlans } from '#contracts/billing/plan.ts'
import type { UserId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { addMember } from '#server/tenant/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { waitingForMe } from '#test/lock-waits.ts'
import { grantPlan, hasFeature, planOf, requireFeature, requireFreeSeat } from './service.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const DAY_MS = 86_400_000

describe('plans', () => {
  it('[X2] the two that are sold are public: monthly for 15 $ with 7 days on trial, lifetime for 75 $ once', async () => {
    const { items } = await h.visitor().call(listPlans, {})
    expect(items.map(({ id, price }) => ({ id, ...price }))).toEqual([
      { id: 'monthly', cents: 1500, period: 'month', trialDays: 7 },
      { id: 'lifetime', cents: 7500, period: 'once', trialDays: 0 },
    ])
    expect(items.map(({ limits: { tickets, seats, aiInteractions } }) => [tickets, seats, aiInteractions])).toEqual([
      [1000, 5, 10_000],
      [50_000, 50, 10_000],
    ])
  })

  it('decide about features: what the plan lacks is refused with the plan that has it', async () => {
    const { tenant } = await h.tenant()
    await tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner' }))
    expect(await tenant.read((t) => hasFeature(t, 'analytics'))).toBe(true)
    await expect(tenant.read((t) => requireFeature(t, 'customBranding'))).rejects.toMatchObject({
      code: 'plan_limit',
      status: 402,
      message: expect.stringContaining('Lifetime'),
    })
    await tenant.tx((t) => grantPlan(t, { planId: 'lifetime', source: 'gift' }))
    await tenant.read((t) => requireFeature(t, 'customBranding'))
  })

  it('allow nothing from their end on, and are kept', async () => {
    const { tenant } = await h.tenant()
    const endsAt = new Date(h.platform.clock.now().getTime() - DAY_MS)
    await tenant.tx((t) => grantPlan(t, { planId: 'lifetime', source: 'checkout', status: 'canceled', endsAt }))
    expect((await tenant.read(planOf)).plan.id).toBe('lifetime')
    expect(await tenant.read((t) => hasFeature(t, 'aiSupport'))).toBe(false)
    await expect(tenant.tx((t) => requireFreeSeat(t))).rejects.toMatchObject({ code: 'plan_limit' })
  })
})

it('[Y4] of 200 transactions at once that add a member one takes the last seat', async () => {
  const { tenant } = await h.tenant()
  await tenant.tx((t) => grantPlan(t, { planId: 'monthly', source: 'owner', seatLimit: 2 }))
  const join = (beforeAdding?: (t: Tx) => Promise<void>) =>
    tenant.tx(async (t) => {
      await requireFreeSeat(t)
      await beforeAdding?.(t)
      const userId = crypto.randomUUID() as UserId
      await addMember(t, { userId, name: 'Ann', email: `${userId}@example.com`, role: 'agent' })
    })
  await join()
  // The first takes the seat only when another one waits for it: else all might run one after the other.
  let isFirst = true
  const awaited = async (t: Tx) => {
    if (!isFirst) return
    isFirst = false
    await vi.waitFor(async () => expect(await waitingForMe(t)).toBeGreaterThan(0), { timeout: 40_000 })
  }
  const results = await Promise.allSettled(Array.from({ length: 200 }, () => join(awaited)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 402 })
})
