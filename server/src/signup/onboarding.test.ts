import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getFrontPage } from '#contracts/signup/front-page.ts'
import { saveOnboardingBusiness } from '#contracts/signup/onboarding.ts'
import { getPortal } from '#contracts/tenant/portal.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { sendSignUp, signUpBody } from './fixture.ts'

let aheadMs = 0
let h: Harness
beforeAll(async () => {
  h = await startHarness({
    env: { LANDING_DEMO: 'Lantern-Cinema, no-such-portal', CONTACT_EMAIL: 'people@lantern.example' },
    overrides: { clock: { now: () => new Date(Date.now() + aheadMs) } },
  })
})
afterAll(() => h.stop())

describe('the address of a new portal', () => {
  it('[N6] leads to it as soon as the business has its name, and the first one no more', async () => {
    const { member, slug: first } = await sendSignUp(h.url, await signUpBody(h))
    const visitor = h.visitor()
    await visitor.call(getPortal, { params: { slug: first } })
    const body = { companyName: 'Lantern Cinema', industry: 'Services' } as const
    const { slug } = await member.call(saveOnboardingBusiness, { body })
    expect(slug).not.toBe(first)
    expect(await visitor.call(getPortal, { params: { slug } })).toMatchObject({ name: 'Lantern Cinema' })
    expect((await visitor.fail(getPortal, { params: { slug: first } })).status).toBe(404)
  })
})

describe('the landing page', () => {
  it('[X1] has the contact address, the film and the demos of the configuration, without those that do not exist', async () => {
    const visitor = h.visitor()
    expect(await visitor.call(getFrontPage)).toEqual({
      contactEmail: 'people@lantern.example',
      filmUrl: '/guide.webm',
      demos: [],
      answered: null,
    })
    const { tenant } = await h.tenant('Lantern')
    await tenant.tx((t) => t.sql(`UPDATE tenant SET slug = 'lantern-cinema' WHERE id = $1`, [t.tenantId]))
    // Longer than a portal is cached.
    aheadMs = 60_000
    expect(await visitor.call(getFrontPage)).toMatchObject({ demos: [{ slug: 'lantern-cinema', name: 'Lantern' }] })
  })
})
