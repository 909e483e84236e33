import { randomUUID } from 'node:crypto'
import { grantPlan } from '#server/billing/service.ts'
import { makeAccount, makeMember, makeSession } from '#server/identity/fixture.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Log } from '#server/platform/log.ts'
import { createLog } from '#server/platform/log.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf, type TestClient } from '#test/client.ts'
import { smtpSink } from '#test/smtp-sink.ts'
import { type StripeStandin, startStripe, stripeEnv } from '#test/standin/stripe.ts'

/** Secrets of the operator: none of them may leave the server. */
export const OPERATOR_SECRETS = {
  'password of the mail server': 'canary-smtp-password-5b1f',
  'secret key of Stripe': 'sk_test_standin',
  'secret of Stripe’s webhook': 'whsec_standin',
  'secret at the OpenID provider': 'canary-openid-secret-77aa',
  'token of the text message gateway': 'canary-sms-token-90cd',
  'private key at EmailJS': 'canary-emailjs-key-1e2f',
  'token of the metrics': 'canary-metrics-token-3c4d',
}

/** What a server under attack talks to: a mail server, Stripe, and a log that keeps every line. */
export type Surroundings = {
  env: Record<string, string>
  mails: Awaited<ReturnType<typeof smtpSink>>['mails']
  stripe: StripeStandin
  log: Log
  lines: string[]
  stop(): Promise<void>
}

export async function startSurroundings(): Promise<Surroundings> {
  const password = OPERATOR_SECRETS['password of the mail server']
  const [sink, stripe] = [await smtpSink({ password }), await startStripe()]
  const lines: string[] = []
  return {
    env: {
      ...stripeEnv(stripe),
      SMTP_URL: sink.url.replace('//', `//segue:${password}@`),
      // The attacks name their addresses.
      TRUST_PROXY: '1',
      OIDC_ISSUER: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'segue',
      OIDC_CLIENT_SECRET: OPERATOR_SECRETS['secret at the OpenID provider'],
      SMS_ACCOUNT_SID: 'AC1',
      SMS_AUTH_TOKEN: OPERATOR_SECRETS['token of the text message gateway'],
      SMS_FROM: '+15550100',
      SMS_ORIGIN: 'http://127.0.0.1:1',
      EMAILJS_PRIVATE_KEY: OPERATOR_SECRETS['private key at EmailJS'],
      METRICS_TOKEN: OPERATOR_SECRETS['token of the metrics'],
    },
    mails: sink.mails,
    stripe,
    log: createLog('trace', { write: (line) => lines.push(line) }),
    lines,
    stop: async () => {
      await stripe.stop()
      await sink.stop()
    },
  }
}

export type Person = TestClient & { actor: Member; email: string; password: string }
export type Business = { tenant: Tenant; slug: string; owner: Person; member(role: Member['role']): Promise<Person> }

/** A started server under attack, and who attacks it. */
export type Site = Surroundings & {
  platform: Platform
  /** So many requests race for what one of them may get. */
  atOnce: number
  /** Connects as the owner of the tables, who sees every row. */
  ownerUrl: string
  url: string
  /** Somebody at an address of their own, so that no attack is only held back by the limits of an address. */
  stranger(headers?: Record<string, string>): TestClient
  business(): Promise<Business>
  /** An account without a business, signed in. */
  person(): Promise<TestClient & { email: string }>
  platformOwner(): Promise<TestClient>
}

let addresses = 0
const newAddress = (): string => {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

export function siteOf(platform: Platform, ownerUrl: string, surroundings: Surroundings, atOnce = 200): Site {
  const url = platform.baseUrl
  const stranger = (headers = {}) => clientOf(url, { 'x-forwarded-for': newAddress(), ...headers })
  const memberOf = async (tenant: Tenant, role: Member['role']): Promise<Person> => {
    const made = await makeMember(tenant, { role })
    return { ...stranger({ cookie: await makeSession(platform, made.actor.userId) }), ...made }
  }
  return {
    ...surroundings,
    platform,
    atOnce,
    ownerUrl,
    url,
    stranger,
    business: async () => {
      const { tenant, slug } = await makeTenant(platform, { name: `Business ${randomUUID().slice(0, 8)}` })
      await tenant.tx((t) => grantPlan(t, { planId: 'lifetime', source: 'owner' }))
      return { tenant, slug, owner: await memberOf(tenant, 'owner'), member: (role) => memberOf(tenant, role) }
    },
    person: async () => {
      const { userId, email } = await makeAccount(platform)
      return { ...stranger({ cookie: await makeSession(platform, userId) }), email }
    },
    platformOwner: async () => {
      const { userId } = await makeAccount(platform, { platformRole: 'super-admin' })
      return stranger({ cookie: await makeSession(platform, userId) })
    },
  }
}

/** The statuses of requests that are sent at once. */
export const statusesOf = async (requests: Promise<Response>[]): Promise<number[]> => {
  const answers = await Promise.all(requests)
  await Promise.all(answers.map((one) => one.arrayBuffer()))
  return answers.map(({ status }) => status)
}

export const countOf = <T>(all: readonly T[], fits: (one: T) => boolean): number => all.filter(fits).length
export const isAccepted = (status: number): boolean => status < 300

/** A request with a JSON body. */
export const json = (method: string, body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

/** Waits for what the server does after its answer. */
export async function until<T>(read: () => T | undefined | Promise<T | undefined>, what: string): Promise<T> {
  const end = Date.now() + 60_000
  for (;;) {
    const found = await read()
    if (found !== undefined) return found
    if (Date.now() > end) throw new Error(`${what} did not come within a minute`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** The token of the newest link that was mailed to an address. */
export const linkTo = ({ mails }: Pick<Site, 'mails'>, email: string): Promise<string> =>
  until(() => {
    const texts = mails.filter(({ to }) => to.includes(email)).map(({ raw }) => raw.replace(/=\r?\n/g, ''))
    return texts.flatMap((text) => /\/(?:invite|reset-password|verify-email)#([\w-]{43})/.exec(text)?.[1] ?? []).at(-1)
  }, `a link to ${email}`)

/** The newest mail to an address, as it left the server. */
export const mailTo = ({ mails }: Pick<Site, 'mails'>, email: string): Promise<string> =>
  until(() => mails.filter(({ to }) => to.includes(email)).at(-1)?.raw, `a mail to ${email}`)
