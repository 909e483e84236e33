import { randomUUID } from 'node:crypto'
import { getBilling } from '#contracts/billing/billing.ts'
import { getCheckout, receiveStripeEvent, startCheckout } from '#contracts/billing/checkout.ts'
import { signUpBusiness } from '#contracts/signup/signup.ts'
import { claimCheckout, grantPlan } from '#server/billing/service.ts'
import { listSystemMails } from '#server/platform/mail/system-mail.ts'
import { times } from '#test/proof/concurrent-requests.ts'
import { inSeconds, signedEvent, subscriptionOf } from '#test/standin/stripe.ts'
import { exactly, type Figure } from './figures.ts'
import { type Business, countOf, isAccepted, json, type Site, statusesOf } from './site.ts'

type Event = ReturnType<typeof signedEvent>

const send = (site: Site, event: Event) => site.stranger().raw(receiveStripeEvent.path, event)
const acceptedOf = async (site: Site, events: Event[]): Promise<number> =>
  countOf(await statusesOf(events.map((event) => send(site, event))), isAccepted)

/** The payer pays, and Stripe says so. */
export async function payCheckout(site: Site, checkoutId: string): Promise<{ subscriptionId: string }> {
  const session = site.stripe.pay(checkoutId)
  await statusesOf([send(site, signedEvent('checkout.session.completed', session))])
  return { subscriptionId: session.subscription as string }
}

/** Events of Stripe that somebody forges, repeats, delays or puts out of order. */
export async function webhooks(site: Site): Promise<Figure[]> {
  const forged = await forgeries(site)
  const early = await beforeItsCheckoutReturns(site)
  const { repeated, mails } = await repetitions(site)
  return [
    exactly('of 6 events with a wrong, old, foreign or missing signature accepted', forged.accepted, 0),
    exactly('plans by them', forged.plans, 0),
    exactly('plans by a signed event that says more than Stripe knows', forged.boasts, 0),
    exactly('checkouts known as paid by an event before the answer that starts them', early, 1),
    exactly('refused of 200 deliveries of one event at once and one a minute later', repeated, 0),
    exactly('mails by these 201 deliveries', mails, 1),
    exactly('plans set back by an event of the past', await pastEvents(site), 0),
    exactly('events handled after Stripe was down during the first delivery', await redelivery(site), 1),
  ]
}

const newCheckout = async (site: Site, plan = 'lifetime'): Promise<string> =>
  (await site.stranger().call(startCheckout, { body: { plan } })).checkoutId

const isPaid = async (site: Site, checkoutId: string): Promise<boolean> =>
  (await site.stranger().call(getCheckout, { params: { checkoutId } })).status === 'paid'

async function forgeries(site: Site): Promise<{ accepted: number; plans: number; boasts: number }> {
  const checkoutId = await newCheckout(site)
  const paid = { ...site.stripe.sessions.get(checkoutId), status: 'complete', payment_status: 'paid' }
  const event = signedEvent('checkout.session.completed', paid)
  const other = signedEvent('invoice.paid', { id: 'in_1' })
  const accepted = await acceptedOf(site, [
    signedEvent('checkout.session.completed', paid, { secret: 'whsec_of_the_attacker' }),
    signedEvent('checkout.session.completed', paid, { timestamp: inSeconds(0) - 3600 }),
    { ...event, headers: other.headers },
    { ...event, body: event.body.replace('paid', 'Paid') },
    { ...event, headers: { ...event.headers, 'stripe-signature': `t=${inSeconds(0)},v1=,v0=${'0'.repeat(64)}` } },
    { ...event, headers: { 'content-type': 'application/json', 'stripe-signature': '' } },
  ])
  const plans = Number(await isPaid(site, checkoutId))
  // Signed, and still not believed: the session at Stripe is not paid.
  await acceptedOf(site, [event])
  const proof = { kind: 'checkout', checkoutId }
  const body = { id: randomUUID(), flow: 'payment', proof, businessName: `Boast ${randomUUID()}` }
  const [status = 0] = await statusesOf([(await site.person()).raw(signUpBusiness.path, json('POST', body))])
  return { accepted, plans, boasts: Number(isAccepted(status)) }
}

async function beforeItsCheckoutReturns(site: Site): Promise<number> {
  site.stripe.beforeReply = async (name) => {
    if (name !== 'POST /v1/checkout/sessions') return
    site.stripe.beforeReply = null
    await payCheckout(site, [...site.stripe.sessions.keys()].at(-1) ?? '')
  }
  return Number(await isPaid(site, await newCheckout(site)))
}

type Subscribed = Business & { subscriptionId: string }

/** A business that came by a paid monthly checkout. */
async function subscribed(site: Site): Promise<Subscribed> {
  const business = await site.business()
  const checkoutId = await newCheckout(site, 'monthly')
  const { subscriptionId } = await payCheckout(site, checkoutId)
  await business.tenant.tx(async (t) => grantPlan(t, await claimCheckout(t, checkoutId)))
  return { ...business, subscriptionId }
}

function change(site: Site, { subscriptionId }: Subscribed, status: string): Event {
  const now = subscriptionOf(subscriptionId, status, [0, 30])
  site.stripe.subscriptions.set(subscriptionId, now)
  return signedEvent('customer.subscription.updated', now)
}

async function repetitions(site: Site): Promise<{ repeated: number; mails: number }> {
  const business = await subscribed(site)
  const event = change(site, business, 'past_due')
  const accepted = await acceptedOf(
    site,
    times(200).map(() => event),
  )
  const again = await acceptedOf(site, [event])
  const { items } = await listSystemMails(site.platform, {})
  const mails = countOf(items, ({ to, kind }) => to === business.owner.email && kind === 'plan_past_due')
  return { repeated: 201 - accepted - again, mails }
}

async function pastEvents(site: Site): Promise<number> {
  const business = await subscribed(site)
  const past = [change(site, business, 'past_due'), change(site, business, 'canceled')]
  const present = change(site, business, 'active')
  await acceptedOf(site, [present])
  await acceptedOf(site, past)
  return Number((await business.owner.call(getBilling)).status !== 'active')
}

async function redelivery(site: Site): Promise<number> {
  const business = await subscribed(site)
  const event = change(site, business, 'past_due')
  site.stripe.failWith = 500
  const first = await acceptedOf(site, [event])
  site.stripe.failWith = null
  const second = await acceptedOf(site, [event])
  const isApplied = (await business.owner.call(getBilling)).status === 'past_due'
  return first === 0 && second === 1 && isApplied ? 1 : 0
}
