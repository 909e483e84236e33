import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'

/** The settings of a server whose Stripe this stand-in is. */
export const WEBHOOK_SECRET = 'whsec_standin'
export const stripeEnv = (standin: StripeStandin) => ({
  STRIPE_SECRET_KEY: 'sk_test_standin',
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_ORIGIN: standin.url,
})

type Stored = Record<string, unknown> & { id: string }
type Subscription = Stored & { status: string }

export type StripeStandin = {
  url: string
  /** Every request, as `POST /v1/checkout/sessions`, with its form fields. */
  requests: { name: string; fields: Record<string, string> }[]
  sessions: Map<string, Stored>
  subscriptions: Map<string, Subscription>
  invoices: Stored[]
  /** What the payments of one-off checkouts are at Stripe, by their id: refunded in full, and the status of a dispute. */
  payments: Map<string, { refunded: boolean; dispute: string | null }>
  /** Answers every request with this status while it is set. */
  failWith: number | null
  /** Runs before a request is answered, once its state was read. */
  beforeReply: ((name: string) => Promise<void>) | null
  /** The payer completes a session: a customer, and for a monthly plan a subscription on trial. */
  pay(sessionId: string, email?: string): Stored
  stop(): Promise<void>
}

const DAY = 86_400
export const inSeconds = (days: number): number => Math.floor(Date.now() / 1000) + days * DAY

/** A subscription as Stripe has it, whose period runs from `from` to `to` days from now. */
export const subscriptionOf = (id: string, status: string, [from, to]: [from: number, to: number], more = {}) => ({
  id,
  object: 'subscription',
  status,
  start_date: inSeconds(from),
  cancel_at: null,
  cancel_at_period_end: false,
  ended_at: null,
  trial_end: status === 'trialing' ? inSeconds(to) : null,
  items: { object: 'list', data: [{ current_period_start: inSeconds(from), current_period_end: inSeconds(to) }] },
  ...more,
})

/** A server with the part of Stripe's API that the product calls, over real HTTP. */
export async function startStripe(): Promise<StripeStandin> {
  const server = createServer((request, response) => {
    serve(standin, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const standin: StripeStandin = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    sessions: new Map(),
    subscriptions: new Map(),
    invoices: [],
    payments: new Map(),
    failWith: null,
    beforeReply: null,
    pay: (sessionId, email = 'ann@example.com') => {
      const session = standin.sessions.get(sessionId)
      if (!session) throw new Error(`no session ${sessionId}`)
      const isMonthly = session.mode === 'subscription'
      const number = crypto.randomUUID().slice(0, 8)
      const subscription = isMonthly ? subscriptionOf(`sub_${number}`, 'trialing', [0, 7]) : null
      if (subscription) standin.subscriptions.set(subscription.id, subscription)
      else standin.payments.set(`pi_${number}`, { refunded: false, dispute: null })
      Object.assign(session, {
        status: 'complete',
        payment_status: isMonthly ? 'no_payment_required' : 'paid',
        customer: session.customer ?? `cus_${number}`,
        subscription: subscription?.id ?? null,
        payment_intent: isMonthly ? null : `pi_${number}`,
        customer_details: { email },
      })
      return session
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return standin
}

async function serve(standin: StripeStandin, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '/', standin.url)
  const form = new URLSearchParams(await text(request))
  const name = `${request.method} ${pathname}`
  const fields = { ...Object.fromEntries(searchParams), ...Object.fromEntries(form) }
  standin.requests.push({ name, fields })
  const found = standin.failWith ? null : JSON.stringify(answer(standin, name, fields))
  await standin.beforeReply?.(name)
  const status = standin.failWith ?? (found === 'null' || !found ? 404 : 200)
  const error = { error: { type: 'invalid_request_error', message: `status ${status}` } }
  response.writeHead(status, { 'content-type': 'application/json', 'stripe-should-retry': 'false' })
  response.end(status === 200 ? found : JSON.stringify(error))
}

function answer(standin: StripeStandin, name: string, fields: Record<string, string>): unknown {
  const id = name.split('/').at(-1) ?? ''
  if (name === 'POST /v1/checkout/sessions') return createSession(standin, fields)
  if (name === 'GET /v1/checkout/sessions') {
    const data = [...standin.sessions.values()].filter((one) => one.payment_intent === fields.payment_intent)
    return { object: 'list', has_more: false, data }
  }
  if (name.startsWith('GET /v1/payment_intents/')) {
    const payment = standin.payments.get(id)
    return payment ? { id, latest_charge: { id: 'ch_1', refunded: payment.refunded } } : null
  }
  if (name === 'GET /v1/disputes') {
    const status = standin.payments.get(fields.payment_intent ?? '')?.dispute
    return { object: 'list', has_more: false, data: status ? [{ id: 'dp_1', status }] : [] }
  }
  if (name.startsWith('GET /v1/checkout/sessions/')) return standin.sessions.get(id) ?? null
  if (name === 'POST /v1/billing_portal/sessions')
    return { id: 'bps_1', url: `${standin.url}/portal/${fields.customer}` }
  if (name === 'GET /v1/invoices')
    return { object: 'list', has_more: false, data: standin.invoices.filter((one) => one.customer === fields.customer) }
  const subscription = standin.subscriptions.get(id)
  if (name.startsWith('DELETE /v1/subscriptions/') && subscription)
    Object.assign(subscription, { status: 'canceled', ended_at: inSeconds(0) })
  return subscription ?? null
}

function createSession(standin: StripeStandin, fields: Record<string, string>): Stored {
  const metadata = Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const inner = /^metadata\[(\w+)\]$/.exec(key)?.[1]
      return inner ? [[inner, value]] : []
    }),
  )
  const id = `cs_test_${crypto.randomUUID().replaceAll('-', '')}`
  const session = {
    id,
    object: 'checkout.session',
    mode: fields.mode,
    status: 'open',
    payment_status: 'unpaid',
    url: `${standin.url}/pay/${id}`,
    customer: fields.customer ?? null,
    customer_email: fields.customer_email ?? null,
    customer_details: null,
    subscription: null,
    metadata,
  }
  standin.sessions.set(id, session)
  return session
}

const sdk = new Stripe('sk_test_standin')

/** An event as Stripe sends it: signed by the SDK's own helper, with the object as it was when the event happened. */
export function signedEvent(
  type: string,
  object: object,
  { id = `evt_${crypto.randomUUID()}`, secret = WEBHOOK_SECRET, timestamp = inSeconds(0) } = {},
): { method: 'POST'; body: string; headers: Record<string, string> } {
  const body = JSON.stringify({ id, object: 'event', type, data: { object } })
  const signature = sdk.webhooks.generateTestHeaderString({ payload: body, secret, timestamp })
  return { method: 'POST', body, headers: { 'content-type': 'application/json', 'stripe-signature': signature } }
}
