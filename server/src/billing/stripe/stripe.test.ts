import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  changePlan,
  finishPlanChange,
  getBilling,
  listBillingNotices,
  listInvoices,
  openPaymentPortal,
} from '#contracts/billing/billing.ts'
import { completeTestCheckout, getCheckout, receiveStripeEvent, startCheckout } from '#contracts/billing/checkout.ts'
import { cancelSubscription } from '#server/billing/account/cancel-job.ts'
import { claimCheckout } from '#server/billing/checkout/claim.ts'
import { remindAbandoned } from '#server/billing/checkout/remind-job.ts'
import { grantPlan, hasFeature, planOf } from '#server/billing/service.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { listSystemMails } from '#server/platform/mail/system-mail.ts'
import { sendSignUp, signUpBody } from '#server/signup/fixture.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { type StripeStandin, signedEvent, startStripe, stripeEnv, subscriptionOf } from '#test/standin/stripe.ts'

let h: Harness
let stripe: StripeStandin
let laterMs = 0
/** The text of the last mail to each address. */
const sent = new Map<string, string>()
beforeAll(async () => {
  stripe = await startStripe()
  const clock = { now: () => new Date(Date.now() + laterMs) }
  const mail: Mailer = {
    kind: 'files',
    send: async ({ to, text }) => void sent.set(to, text),
    stop: async () => undefined,
  }
  h = await startHarness({ env: stripeEnv(stripe), overrides: { clock, mail } })
})
beforeEach(() => {
  laterMs = 0
  stripe.failWith = null
  stripe.beforeReply = null
  stripe.requests.length = 0
})
afterAll(async () => {
  await h.stop()
  await stripe.stop()
})

const DAY_MS = 86_400_000

const send = async (event: ReturnType<typeof signedEvent>) =>
  (await h.visitor().raw(receiveStripeEvent.path, event)).status

const start = (plan: string) => h.visitor().call(startCheckout, { body: { plan } })

/** A business that came by a paid monthly checkout. */
async function subscribed(): Promise<
  TestTenant & { subscriptionId: string; owner: Awaited<ReturnType<Harness['member']>> }
> {
  const { checkoutId } = await start('monthly')
  const session = stripe.pay(checkoutId)
  await send(signedEvent('checkout.session.completed', session))
  const made = await h.tenant()
  await made.tenant.tx(async (t) => grantPlan(t, await claimCheckout(t, checkoutId)))
  return { ...made, subscriptionId: session.subscription as string, owner: await h.member(made, 'owner') }
}

const setSubscription = (id: string, status: string, period: [number, number] = [0, 30], more = {}) => {
  const now = subscriptionOf(id, status, period, more)
  stripe.subscriptions.set(id, now)
  return now
}

const statusOf = async ({ tenant }: TestTenant) => (await tenant.read(planOf)).subscription.status

const mailsTo = async (email: string) =>
  (await listSystemMails(h.platform, {})).items.filter((mail) => mail.to === email).map(({ kind }) => kind)

describe('a checkout at Stripe', () => {
  it('[X2] asks for 15 $ a month after 7 days, or for 75 $ once, and returns to the sign-up of the plan', async () => {
    await start('monthly')
    await start('lifetime')
    const [monthly, lifetime] = stripe.requests.map(({ fields }) => fields)
    expect(monthly).toMatchObject({
      mode: 'subscription',
      'line_items[0][price_data][unit_amount]': '1500',
      'line_items[0][price_data][recurring][interval]': 'month',
      'subscription_data[trial_period_days]': '7',
      success_url: `${h.url}/signup/monthly?plan=Monthly&session_id={CHECKOUT_SESSION_ID}`,
    })
    expect(lifetime).toMatchObject({
      mode: 'payment',
      'line_items[0][price_data][unit_amount]': '7500',
      success_url: `${h.url}/signup/lifetime?plan=Lifetime&session_id={CHECKOUT_SESSION_ID}`,
    })
  })

  it('is known as paid when its payer returns before the event, and cannot be completed as a test', async () => {
    const { checkoutId } = await start('lifetime')
    const params = { checkoutId }
    expect((await h.visitor().call(getCheckout, { params })).status).toBe('open')
    expect((await h.visitor().fail(completeTestCheckout, { params, body: {} })).status).toBe(404)
    stripe.pay(checkoutId)
    expect(await h.visitor().call(getCheckout, { params })).toMatchObject({ status: 'paid', email: 'ann@example.com' })
  })

  it('may be paid, and its event arrive, before the answer that starts it', async () => {
    const statuses: number[] = []
    stripe.beforeReply = async (name) => {
      if (name !== 'POST /v1/checkout/sessions') return
      stripe.beforeReply = null
      const [id = ''] = [...stripe.sessions.keys()].slice(-1)
      statuses.push(await send(signedEvent('checkout.session.completed', stripe.pay(id))))
    }
    const { checkoutId } = await start('monthly')
    expect(statuses).toEqual([200])
    expect((await h.visitor().call(getCheckout, { params: { checkoutId } })).status).toBe('paid')
  })

  it('[X2] that is paid and leads to no account is resumed from one mail, whose link signs up', async () => {
    const { checkoutId } = await start('lifetime')
    await send(signedEvent('checkout.session.completed', stripe.pay(checkoutId, 'left@example.com')))
    await remindAbandoned(h.platform)
    expect(await mailsTo('left@example.com')).toEqual([])
    laterMs = DAY_MS
    await Promise.all([remindAbandoned(h.platform), remindAbandoned(h.platform), remindAbandoned(h.platform)])
    expect(await mailsTo('left@example.com')).toEqual(['checkout_resume'])
    await expect.poll(() => sent.get('left@example.com')).toBeDefined()
    const link = /http\S+\/signup\/lifetime\?\S+/.exec(sent.get('left@example.com') ?? '')?.[0] ?? ''
    const resumed = new URL(link).searchParams.get('session_id') ?? ''
    expect(resumed).toBe(checkoutId)
    const body = await signUpBody(h, { proof: { kind: 'checkout', checkoutId: resumed } })
    expect(await sendSignUp(h.url, body)).toMatchObject({ next: '/' })
  })

  it('is refused with a sentence while Stripe does not answer', async () => {
    stripe.failWith = 500
    const refused = await h.visitor().fail(startCheckout, { body: { plan: 'monthly' } })
    expect([refused.status, refused.error.message]).toEqual([503, expect.stringContaining('Nothing was charged')])
  })
})

describe('an event of Stripe', () => {
  it('is refused with a wrong signature, an old one, or for another body; the refused change nothing', async () => {
    const { checkoutId } = await start('lifetime')
    const session = stripe.pay(checkoutId)
    stripe.requests.length = 0
    const good = signedEvent('checkout.session.completed', session)
    const old = Math.floor(Date.now() / 1000) - 3600
    expect(
      await Promise.all([
        send(signedEvent('checkout.session.completed', session, { secret: 'whsec_other' })),
        send(signedEvent('checkout.session.completed', session, { timestamp: old })),
        send({ ...good, body: good.body.replace('complete', 'expired') }),
        send({ ...good, headers: { 'content-type': 'application/json' } }),
      ]),
    ).toEqual([401, 401, 401, 401])
    expect(stripe.requests).toEqual([])
    expect(await send(good)).toBe(200)
  })

  it('that says what is no longer so is not believed: the state is what Stripe has now', async () => {
    const acme = await subscribed()
    const pastDue = setSubscription(acme.subscriptionId, 'past_due')
    setSubscription(acme.subscriptionId, 'active')
    await send(signedEvent('customer.subscription.updated', pastDue))
    expect(await statusOf(acme)).toBe('active')
  })

  it('is handled once, however often and at how many times at once it arrives', async () => {
    const acme = await subscribed()
    const failed = signedEvent('customer.subscription.updated', setSubscription(acme.subscriptionId, 'past_due'))
    expect(new Set(await Promise.all(Array.from({ length: 20 }, () => send(failed))))).toEqual(new Set([200]))
    stripe.requests.length = 0
    expect(await send(failed)).toBe(200)
    expect(stripe.requests).toEqual([])
    expect(await statusOf(acme)).toBe('past_due')
    expect(await mailsTo(acme.owner.email)).toEqual(['plan_past_due'])
  })

  it('whose state was read before a newer one does not overwrite it', async () => {
    const acme = await subscribed()
    const held = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    stripe.beforeReply = async () => {
      stripe.beforeReply = null
      isRead.resolve()
      await held.promise
    }
    const first = send(signedEvent('customer.subscription.updated', setSubscription(acme.subscriptionId, 'past_due')))
    await isRead.promise
    await send(signedEvent('customer.subscription.updated', setSubscription(acme.subscriptionId, 'active')))
    held.resolve()
    expect(await first).toBe(200)
    expect(await statusOf(acme)).toBe('active')
  })

  it('that fails because Stripe is down is answered with an error and handled when it comes again', async () => {
    const acme = await subscribed()
    const event = signedEvent('customer.subscription.updated', setSubscription(acme.subscriptionId, 'past_due'))
    stripe.failWith = 500
    expect(await send(event)).toBe(503)
    stripe.failWith = null
    expect(await send(event)).toBe(200)
    expect(await statusOf(acme)).toBe('past_due')
  })

  it('of another product in the same Stripe account is ignored', async () => {
    const foreign = { id: 'cs_test_foreign', status: 'complete', payment_status: 'paid', metadata: {} }
    stripe.sessions.set(foreign.id, foreign)
    expect(await send(signedEvent('checkout.session.completed', foreign))).toBe(200)
    expect((await h.visitor().fail(getCheckout, { params: { checkoutId: foreign.id } })).status).toBe(404)
    expect(await send(signedEvent('customer.subscription.updated', { id: 'sub_foreign' }))).toBe(200)
  })
})

describe('a subscription', () => {
  it('[S7] is on trial, then active; a failed payment is told and leaves 14 days; once paid it goes on', async () => {
    const acme = await subscribed()
    const update = async (status: string, period?: [number, number]) =>
      send(signedEvent('invoice.paid', invoiceOf(setSubscription(acme.subscriptionId, status, period))))
    const invoiceOf = ({ id }: { id: string }) => ({
      id: 'in_1',
      parent: { subscription_details: { subscription: id } },
    })
    expect(await acme.owner.call(getBilling, {})).toMatchObject({ status: 'trialing', plan: { id: 'monthly' } })
    await update('past_due')
    const notices = await acme.owner.call(listBillingNotices, {})
    expect(notices).toMatchObject({ items: [{ kind: 'past_due' }], canChange: true })
    expect(await acme.tenant.read((t) => hasFeature(t, 'analytics'))).toBe(true)
    laterMs = 15 * DAY_MS
    expect(await acme.tenant.read((t) => hasFeature(t, 'analytics'))).toBe(false)
    expect((await acme.owner.call(listBillingNotices, {})).items[0]?.kind).toBe('ended')
    laterMs = 0
    await update('active', [0, 45])
    expect(await acme.owner.call(getBilling, {})).toMatchObject({ status: 'active', isInForce: true, endsAt: null })
  })

  it('[S7] that is canceled stays until the end of what was paid', async () => {
    const acme = await subscribed()
    setSubscription(acme.subscriptionId, 'active', [0, 30], { cancel_at_period_end: true })
    await send(signedEvent('customer.subscription.updated', { id: acme.subscriptionId }))
    const billing = await acme.owner.call(getBilling, {})
    expect(billing).toMatchObject({ status: 'canceled', isInForce: true, nextBillingAt: null })
    expect(billing.choices.map(({ id }) => id)).toEqual(['monthly', 'lifetime'])
    expect(await mailsTo(acme.owner.email)).toEqual(['plan_canceled'])
    laterMs = 31 * DAY_MS
    expect(await acme.tenant.read((t) => hasFeature(t, 'aiSupport'))).toBe(false)
  })

  it('[S7] is changed to lifetime by a checkout of its own, once, and canceled at Stripe', async () => {
    const [acme, other] = [await subscribed(), await subscribed()]
    const { checkoutId } = await acme.owner.call(changePlan, { body: { plan: 'lifetime' } })
    expect(stripe.requests.at(-1)?.fields.customer).toMatch(/^cus_/)
    const params = { planChangeId: checkoutId }
    expect(await acme.owner.call(finishPlanChange, { params })).toMatchObject({ plan: { id: 'monthly' } })
    const session = stripe.pay(checkoutId)
    expect((await other.owner.fail(finishPlanChange, { params })).status).toBe(404)
    await expect(other.tenant.tx((t) => claimCheckout(t, checkoutId))).rejects.toMatchObject({ code: 'not_found' })
    expect(await acme.owner.call(finishPlanChange, { params })).toMatchObject({
      plan: { id: 'lifetime' },
      status: 'active',
      locked: [],
      choices: [],
    })
    await send(signedEvent('checkout.session.completed', session))
    await expect.poll(() => stripe.subscriptions.get(acme.subscriptionId)?.status).toBe('canceled')
    await send(signedEvent('customer.subscription.deleted', { id: acme.subscriptionId }))
    expect(await statusOf(acme)).toBe('active')
    expect((await acme.owner.fail(changePlan, { body: { plan: 'monthly' } })).status).toBe(409)
  })

  it('[W7] that the platform owner replaces by a given plan is canceled at Stripe, once, also when Stripe was down', async () => {
    const acme = await subscribed()
    stripe.requests.length = 0
    await acme.tenant.tx((t) => grantPlan(t, { planId: 'premium', source: 'owner' }))
    await expect.poll(() => stripe.subscriptions.get(acme.subscriptionId)?.status).toBe('canceled')
    stripe.failWith = 500
    const again = () => cancelSubscription.run(h.platform, { subscriptionId: acme.subscriptionId })
    await expect(again()).rejects.toMatchObject({ code: 'unavailable' })
    stripe.failWith = null
    await again()
    expect(stripe.requests.filter(({ name }) => name.startsWith('DELETE'))).toHaveLength(1)
    await send(signedEvent('customer.subscription.deleted', { id: acme.subscriptionId }))
    const { plan, subscription } = await acme.tenant.read(planOf)
    expect([plan.id, subscription.status, subscription.stripeSubscriptionId]).toEqual(['premium', 'active', null])
  })

  it('[S7] has invoices and a customer portal at Stripe, for owners and admins', async () => {
    const acme = await subscribed()
    const { customer } = [...stripe.sessions.values()].at(-1) as unknown as { customer: string }
    stripe.invoices.push({
      id: 'in_9',
      customer,
      number: 'S-9',
      created: 1_767_225_600,
      total: 1500,
      currency: 'usd',
      status: 'paid',
    })
    expect((await acme.owner.call(listInvoices, {})).items).toEqual([
      {
        number: 'S-9',
        at: '2026-01-01T00:00:00.000Z',
        cents: 1500,
        currency: 'usd',
        status: 'paid',
        url: null,
        pdfUrl: null,
      },
    ])
    expect((await acme.owner.call(openPaymentPortal, {})).url).toBe(`${stripe.url}/portal/${customer}`)
    const agent = await h.member(acme, 'agent')
    for (const path of [getBilling, listInvoices]) expect((await agent.fail(path, {})).status).toBe(403)
  })
})

describe('a lifetime plan', () => {
  const bought = async () => {
    const { checkoutId } = await start('lifetime')
    const session = stripe.pay(checkoutId)
    const made = await h.tenant()
    await send(signedEvent('checkout.session.completed', session))
    await made.tenant.tx(async (t) => grantPlan(t, await claimCheckout(t, checkoutId)))
    const owner = await h.member(made, 'owner')
    await h.platform.db.query(`UPDATE auth."user" SET language = 'de' WHERE email = $1`, [owner.email])
    return { ...made, owner, payment: session.payment_intent as string }
  }
  const report = (type: string, payment: string) => send(signedEvent(type, { id: 'ch_1', payment_intent: payment }))

  it('[S7] whose payment was refunded ends with a mail in the owner’s language and a banner; nothing is lost', async () => {
    const { tenant, owner, payment } = await bought()
    await report('charge.refunded', payment)
    expect(await tenant.read((t) => hasFeature(t, 'analytics'))).toBe(true)
    stripe.payments.set(payment, { refunded: true, dispute: null })
    expect(await Promise.all([report('charge.refunded', payment), report('charge.refunded', payment)])).toEqual([
      200, 200,
    ])
    expect(await owner.call(getBilling, {})).toMatchObject({
      plan: { id: 'lifetime' },
      status: 'refunded',
      isInForce: false,
    })
    expect((await owner.call(getBilling, {})).choices.map(({ id }) => id)).toEqual(['monthly', 'lifetime'])
    expect((await owner.call(listBillingNotices, {})).items[0]?.kind).toBe('refunded')
    expect(await mailsTo(owner.email)).toEqual(['plan_refunded'])
    await expect.poll(() => sent.get(owner.email)).toContain('Es wurde nichts gelöscht')
    await tenant.tx((t) => grantPlan(t, { planId: 'premium', source: 'owner' }))
    await report('charge.refunded', payment)
    expect(await tenant.read((t) => hasFeature(t, 'analytics'))).toBe(true)
  })

  it('[S7] whose payment is disputed ends until the dispute is won', async () => {
    const { tenant, payment } = await bought()
    const inForce = () => tenant.read((t) => hasFeature(t, 'analytics'))
    for (const [dispute, type, expected] of [
      ['warning_needs_response', 'charge.dispute.created', true],
      ['needs_response', 'charge.dispute.created', false],
      ['won', 'charge.dispute.closed', true],
    ] as const) {
      stripe.payments.set(payment, { refunded: false, dispute })
      expect(await report(type, payment)).toBe(200)
      expect(await inForce(), dispute).toBe(expected)
    }
  })

  it('[X2] that was refunded before there is an account makes none', async () => {
    const { checkoutId } = await start('lifetime')
    const payment = stripe.pay(checkoutId).payment_intent as string
    stripe.payments.set(payment, { refunded: true, dispute: null })
    await report('charge.refunded', payment)
    const made = await h.tenant()
    await expect(made.tenant.tx((t) => claimCheckout(t, checkoutId))).rejects.toMatchObject({ code: 'conflict' })
  })
})
