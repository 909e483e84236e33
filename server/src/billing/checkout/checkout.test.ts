import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeTestCheckout, getCheckout, startCheckout } from '#contracts/billing/checkout.ts'
import { grantPlan, planOf } from '#server/billing/service.ts'
import { createTenant } from '#server/tenant/service.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { claimCheckout } from './claim.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.stop())

const DAY_MS = 86_400_000

async function paidCheckout(plan: string): Promise<string> {
  const visitor = h.visitor()
  const { checkoutId } = await visitor.call(startCheckout, { body: { plan } })
  await visitor.call(completeTestCheckout, { params: { checkoutId }, body: { email: 'Ann@Example.com' } })
  return checkoutId
}

const newTenant = () => createTenant(h.platform, { slug: `shop-${crypto.randomUUID().slice(0, 13)}`, name: 'Shop' })

describe('a checkout without a Stripe key', () => {
  it('[X2] is a marked stand-in that leads to the sign-up of its plan; an unknown plan is the monthly one', async () => {
    const visitor = h.visitor()
    const { checkoutId, url } = await visitor.call(startCheckout, { body: { plan: 'gold' } })
    expect(url).toBe(`${h.url}/test-checkout/${checkoutId}`)
    const params = { checkoutId }
    expect(await visitor.call(getCheckout, { params })).toMatchObject({
      planId: 'monthly',
      status: 'open',
      isTest: true,
    })
    const body = { email: 'ann@example.com' }
    expect(await visitor.call(completeTestCheckout, { params, body })).toMatchObject({
      status: 'paid',
      email: 'ann@example.com',
      returnUrl: `${h.url}/signup/monthly?plan=Monthly&session_id=${checkoutId}`,
    })
  })

  it('is not found under an id that nobody was given', async () => {
    const params = { checkoutId: 'test_guess' }
    expect((await h.visitor().fail(getCheckout, { params })).status).toBe(404)
    expect((await h.visitor().fail(completeTestCheckout, { params, body: {} })).status).toBe(404)
  })
})

describe('a claimed checkout', () => {
  it('[X2] gives the monthly plan on trial for 7 days, and the lifetime plan for good', async () => {
    const [monthly, lifetime] = [await newTenant(), await newTenant()]
    const [first, second] = [await paidCheckout('monthly'), await paidCheckout('lifetime')]
    await monthly.tx(async (t) => grantPlan(t, await claimCheckout(t, first)))
    await lifetime.tx(async (t) => grantPlan(t, await claimCheckout(t, second)))
    const { subscription } = await monthly.read(planOf)
    expect(subscription).toMatchObject({ planId: 'monthly', status: 'trialing', source: 'checkout' })
    expect(Number(subscription.trialEndsAt) - Date.now()).toBeGreaterThan(6.9 * DAY_MS)
    expect((await lifetime.read(planOf)).subscription).toMatchObject({
      planId: 'lifetime',
      status: 'active',
      nextBillingAt: null,
    })
  })

  it('is refused where it is unpaid, used or unknown, and stays unused when the account is not made', async () => {
    const { checkoutId } = await h.visitor().call(startCheckout, { body: { plan: 'lifetime' } })
    const tenant = await newTenant()
    const claim = (id: string) => tenant.tx((t) => claimCheckout(t, id))
    await expect(claim(checkoutId)).rejects.toMatchObject({ code: 'conflict', details: { reason: 'unpaid' } })
    await expect(claim('test_guess')).rejects.toMatchObject({ code: 'not_found' })
    const paid = await paidCheckout('lifetime')
    const failing = tenant.tx(async (t) => {
      await claimCheckout(t, paid)
      throw new Error('no account after all')
    })
    await expect(failing).rejects.toThrow('no account after all')
    await claim(paid)
    await expect(claim(paid)).rejects.toMatchObject({ code: 'conflict', details: { reason: 'used' } })
  })

  it('makes one account of 200 at once', async () => {
    const paid = await paidCheckout('lifetime')
    const tenants = await Promise.all(Array.from({ length: 20 }, newTenant))
    const claims = Array.from({ length: 200 }, (_, n) => tenants[n % 20]!.tx((t) => claimCheckout(t, paid)))
    const results = await Promise.allSettled(claims)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})
