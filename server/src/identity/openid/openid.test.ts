import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSignInOptions } from '#contracts/identity/provider-sign-in.ts'
import { getSession, type SessionView } from '#contracts/identity/session.ts'
import { makeAccount, makeMember } from '#server/identity/fixture.ts'
import { auditOf } from '#server/identity/fixture-sign-in.ts'
import { accessTo, makeUnproved } from '#server/identity/fixture-unproved.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { CLIENT, type OpenIdStandin, startOpenId } from '#test/standin/openid.ts'

let idp: OpenIdStandin
let h: Harness
beforeAll(async () => {
  idp = await startOpenId()
  h = await startHarness({
    env: {
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: 'Example ID',
    },
  })
  idp.register(`${h.url}/signin/callback`)
})
afterAll(async () => {
  await h.stop()
  await idp.stop()
})
beforeEach(() => {
  idp.failures = 0
  idp.requests.length = 0
})

let people = 0
const personOf = (given: Partial<OpenIdStandin['person']> = {}) => {
  people += 1
  idp.person = { sub: `s${people}`, email: `p${people}@idp.example`, email_verified: true, name: 'Kim Lee', ...given }
  return idp.person
}

const post = (path: string, body: object, cookie = '') =>
  fetch(`${h.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify(body),
  })
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

/** Follows the provider's redirects as a browser does, until they lead back to Segue; gives what the callback's address holds. */
async function atProvider(url: string): Promise<{ code: string; state: string }> {
  const jar = new Map<string, string>()
  let next = url
  for (let hops = 0; hops < 10; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(next, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s)
      jar.set(name, value)
    }
    next = new URL(response.headers.get('location') ?? '', next).href
    if (next.startsWith(`${h.url}/signin/callback`)) {
      const given = new URL(next).searchParams
      return { code: given.get('code') ?? '', state: given.get('state') ?? '' }
    }
  }
  throw new Error('the provider did not lead back')
}

async function begin(body: object = { portal: 'customer' }) {
  const begun = await post('/api/session/provider', body)
  const { url } = (await begun.json()) as { url: string }
  return { url, cookie: cookiesOf(begun) }
}

type Completed = SessionView & {
  isCodeNeeded: boolean
  next: string | null
  error?: { code: string; reason: string; message: string }
}

async function complete(given: { code: string; state: string }, cookie: string) {
  const response = await post('/api/session/provider/callback', given, cookie)
  return { status: response.status, body: (await response.json()) as Completed, cookie: cookiesOf(response) }
}

async function signIn(body?: object) {
  const { url, cookie } = await begin(body)
  return complete(await atProvider(url), cookie)
}

describe('[I3] sign-in through an OpenID provider', () => {
  it('is offered by the configured name, and lets the person choose an account', async () => {
    expect(await h.visitor().call(getSignInOptions)).toEqual({ provider: { name: 'Example ID' } })
    const { url } = await begin()
    expect(Object.fromEntries(new URL(url).searchParams)).toMatchObject({
      prompt: 'select_account',
      code_challenge_method: 'S256',
      redirect_uri: `${h.url}/signin/callback`,
    })
  })

  it('links an account by an e-mail that both sides verified, and finds it by the subject from then on', async () => {
    const made = await h.tenant()
    const person = personOf()
    await makeMember(made.tenant, { email: person.email })
    const first = await signIn({ portal: 'business', next: '/admin?section=tickets' })
    expect(first.body).toMatchObject({ user: { email: person.email }, next: '/admin?section=tickets' })
    expect((await clientOf(h.url, { cookie: first.cookie }).call(getSession)).tenant?.slug).toBe(made.slug)
    personOf({ sub: person.sub, email: 'another@idp.example' })
    expect((await signIn()).body.user?.email).toBe(person.email)
    const audited = await auditOf(h, person.email)
    expect(audited.map((one) => one.action)).toEqual(['sign_in', 'sign_in'])
  })

  it('is the first proof of an address that Segue had not verified: nothing that gave access before does so any more', async () => {
    const person = personOf({ sub: crypto.randomUUID() })
    const unproved = await makeUnproved(h.platform, { email: person.email, hasTwoFactor: true })
    const { body } = await signIn()
    expect(body).toMatchObject({ user: { email: person.email, emailVerified: true }, isCodeNeeded: false })
    expect(await accessTo(h, unproved)).toEqual({ sessions: 1, ways: [idp.issuer], recoveryCodes: 0, links: 0 })
    expect((await unproved.client.call(getSession)).user).toBeNull()
  })

  it('does not link by an e-mail that the provider has not verified', async () => {
    const person = personOf({ email_verified: false })
    await makeAccount(h.platform, { email: person.email })
    const { status, body } = await signIn()
    expect([status, body.error?.reason]).toEqual([403, 'email_not_verified'])
    const linked = await queryAsOwner(h.database.ownerUrl, 'SELECT 1 FROM auth.account WHERE account_id = $1', [
      person.sub,
    ])
    expect(linked).toEqual([])
  })

  it('makes an account of a verified identity at a sign-up only, which has no business yet', async () => {
    const person = personOf()
    expect((await signIn()).body.error?.reason).toBe('no_account')
    const next = '/onboarding/monthly?checkout=c'
    const { body } = await signIn({ portal: 'business', isSignUp: true, next })
    expect(body).toMatchObject({ user: { email: person.email, name: 'Kim Lee', needsOnboarding: true }, next })
    expect((await signIn()).body.user?.id).toBe(body.user?.id)
    personOf({ email_verified: false })
    const refused = await signIn({ portal: 'business', isSignUp: true })
    expect(refused.body.error?.reason).toBe('email_not_verified')
  })

  it('is refused in another browser than it was begun in, with another state, and a second time', async () => {
    personOf()
    const [mine, other] = [await begin(), await begin()]
    const answer = await atProvider(mine.url)
    expect((await complete(answer, other.cookie)).body.error?.reason).toBe('step_over')
    expect((await complete(answer, '')).body.error?.reason).toBe('step_over')
    const again = await begin()
    const good = await atProvider(again.url)
    expect((await complete({ ...good, state: 'x' }, again.cookie)).body.error?.reason).toBe('step_over')
    expect((await complete(good, again.cookie)).body.error?.reason).toBe('step_over')
  })

  it('asks a provider that fails up to three times', async () => {
    personOf()
    const { url, cookie } = await begin()
    const answer = await atProvider(url)
    idp.failures = 2
    expect((await complete(answer, cookie)).body.error?.reason).toBe('no_account')
    const second = await begin()
    const late = await atProvider(second.url)
    idp.requests.length = 0
    idp.failures = 3
    const failed = await complete(late, second.cookie)
    expect([failed.status, failed.body.error?.message]).toEqual([
      503,
      expect.stringContaining('Example ID did not answer'),
    ])
    expect(idp.requests).toEqual(Array(3).fill('POST /token'))
  })
})
