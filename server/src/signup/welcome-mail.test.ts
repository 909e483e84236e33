import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCheckout } from '#contracts/billing/checkout.ts'
import { getOnboarding, saveOnboardingBusiness } from '#contracts/signup/onboarding.ts'
import { createGiftToken } from '#server/billing/service.ts'
import { sinkMailer } from '#server/notification/fixture.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { paidCheckout, sendSignUp, signUpBody } from './fixture.ts'

const DAY_MS = 86_400_000
const AT = new Date('2026-11-23T12:00:00Z')
const sink = sinkMailer()
let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { mail: sink, clock: { now: () => AT } } })
})
afterAll(() => h.stop())

const isWelcome = /support portal is ready|Support-Portal ist bereit/
const welcomesTo = (email: string) => sink.mails.filter(({ to, subject }) => to === email && isWelcome.test(subject))
const countTo = async (email: string) =>
  (await h.platform.db.query(`SELECT 1 FROM auth.system_mail WHERE kind = 'welcome' AND "to" = $1`, [email])).length
/** The mail, once it is sent. */
async function welcomeTo(email: string) {
  await expect.poll(() => welcomesTo(email).length, { timeout: 40_000 }).toBe(1)
  return welcomesTo(email)[0]
}

describe('the mail after a sign-up', () => {
  it('[N6] comes once the portal has its address: four links, when the trial ends and what is charged then, in the language of the sign-up', async () => {
    const body = await signUpBody(h, { language: 'de', timezone: 'Europe/Berlin' })
    const { member } = await sendSignUp(h.url, body)
    expect(await countTo(body.email)).toBe(0)
    const named = { companyName: 'Hafenkaffee', industry: 'Retail' } as const
    await member.call(saveOnboardingBusiness, { body: named })
    await member.call(saveOnboardingBusiness, { body: { ...named, phone: '040 1234' } })

    expect(await countTo(body.email)).toBe(1)
    const mail = await welcomeTo(body.email)
    expect(mail?.subject).toBe('Willkommen bei Segue: Ihr Support-Portal ist bereit')
    const { links } = await member.call(getOnboarding)
    for (const { url, title } of links) expect(mail?.text).toContain(`${title}: ${url}`)
    expect(mail?.html.match(/<a class="link"/g)).toHaveLength(4)
    expect(mail?.text).toContain('Ihr Tarif: Monatlich')
    expect(mail?.text).toContain('Kosten: Kostenlos bis zum 30. November 2026. Danach 15 $ pro Monat')
    expect(mail?.text).not.toContain('Hafenkaffee')
  })

  it('[N6] says of the lifetime plan that it is paid once, and of a gift that nothing is charged', async () => {
    const paid = await signUpBody(h, {
      flow: 'simple',
      businessName: 'Harbor Books',
      proof: { kind: 'checkout', checkoutId: await paidCheckout(h, 'lifetime') },
    })
    const { code: token } = await createGiftToken(h.platform, { kind: 'single', description: 'For Ada' })
    const gift = await signUpBody(h, { flow: 'gift', businessName: 'Harbor Tea', proof: { kind: 'gift', token } })
    for (const body of [paid, gift]) await sendSignUp(h.url, body)
    expect((await welcomeTo(paid.email))?.text).toContain('Cost: $75, charged once.')
    expect((await welcomeTo(gift.email))?.text).toContain('Cost: A gift: nothing is charged.')
  })
})

describe('a completed checkout', () => {
  it('[X2] tells its price and when the trial ends', async () => {
    const view = async (plan: string) =>
      h.visitor().call(getCheckout, { params: { checkoutId: await paidCheckout(h, plan) } })
    expect(await view('monthly')).toMatchObject({
      price: { cents: 1500 },
      trialEndsAt: new Date(AT.getTime() + 7 * DAY_MS).toISOString(),
    })
    expect(await view('lifetime')).toMatchObject({ price: { cents: 7500 }, trialEndsAt: null })
  })
})
