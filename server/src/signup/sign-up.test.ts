import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { getCheckout } from '#contracts/billing/checkout.ts'
import { getSession } from '#contracts/identity/session.ts'
import type { TenantId } from '#contracts/ids.ts'
import { getOnboarding } from '#contracts/signup/onboarding.ts'
import type { PlanProof } from '#contracts/signup/signup.ts'
import { signUp } from '#contracts/signup/signup.ts'
import { getTenant } from '#contracts/tenant/tenant.ts'
import { createGiftToken, planOf } from '#server/billing/service.ts'
import { tenantOf } from '#server/platform/platform.ts'
import type { TestClient } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { paidCheckout, sendSignUp, signUpBody } from './fixture.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({})
})
afterAll(() => h.stop())

type Body = Awaited<ReturnType<typeof signUpBody>>

const signedUp = (body: Body) => sendSignUp(h.url, body)

const tenantIdOf = async (member: TestClient): Promise<TenantId> => {
  const { tenant } = await member.call(getSession)
  if (!tenant) throw new Error('no business')
  return tenant.id
}

const rowsOf = async (email: string, at = h) => ({
  users: (await at.platform.db.query('SELECT 1 FROM auth."user" WHERE email = $1', [email])).length,
  portals: (
    await queryAsOwner(at.database.ownerUrl, `SELECT 1 FROM tenant WHERE business_info->>'supportEmail' = $1`, [email])
  ).length,
})

describe('a sign-up', () => {
  it('[N1] after the payment makes an account with its business and signs in; monthly goes on at /admin, lifetime at /', async () => {
    for (const [plan, next] of [
      ['monthly', '/admin'],
      ['lifetime', '/'],
    ] as const) {
      const body = await signUpBody(h, { proof: { kind: 'checkout', checkoutId: await paidCheckout(h, plan) } })
      const { member, ...reply } = await signedUp(body)
      expect(reply).toMatchObject({ planId: plan, next })
      expect(await member.call(getSession)).toMatchObject({
        user: { email: body.email, memberRole: 'owner' },
        tenant: { slug: reply.slug },
      })
      expect(await member.call(getOnboarding)).toMatchObject({ currentStep: 'business_info', isComplete: false })
    }
  })

  it('[N6] gives the business every default: hours, branding, plan, eight agents, six draft articles, four links', async () => {
    const { member, slug } = await signedUp(
      await signUpBody(h, {
        flow: 'wizard',
        businessName: 'Café Müller & Söhne',
        language: 'de',
        timezone: 'Europe/Berlin',
      }),
    )
    expect(slug).toBe('cafe-muller-sohne-support')
    expect(await member.call(getTenant)).toMatchObject({
      status: 'ACTIVE',
      name: 'Café Müller & Söhne',
      branding: { primaryColor: '#38beba', logo: null },
      businessInfo: {
        timezone: 'Europe/Berlin',
        businessHours: { start: '09:00', end: '17:00', days: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] },
      },
    })
    const { links } = await member.call(getOnboarding)
    expect(links.map(({ url }) => new URL(url).search)).toEqual([
      `?tenant=${slug}`,
      `?tenant=${slug}&utm_source=website`,
      `?tenant=${slug}&utm_source=email`,
      `?tenant=${slug}&utm_source=social`,
    ])
    const tenant = tenantOf(h.platform, await tenantIdOf(member))
    const made = await tenant.read(async (t) => ({
      plan: (await planOf(t)).plan.id,
      agents: await t.sql('SELECT 1 FROM agent WHERE tenant_id = $1', [t.tenantId]),
      articles: await t.sql('SELECT DISTINCT language, is_published, is_starter FROM article WHERE tenant_id = $1', [
        t.tenantId,
      ]),
      articleCount: (await t.sql('SELECT 1 FROM article WHERE tenant_id = $1', [t.tenantId])).length,
    }))
    expect(made).toMatchObject({
      plan: 'monthly',
      articles: [{ language: 'de', is_published: false, is_starter: true }],
      articleCount: 6,
    })
    expect(made.agents).toHaveLength(8)
  })

  it('[N6] repeated under its id gives the same account; with another password it is refused', async () => {
    const body = await signUpBody(h)
    const first = await signedUp(body)
    const second = await signedUp(body)
    expect(second.slug).toBe(first.slug)
    expect(await tenantIdOf(second.member)).toBe(await tenantIdOf(first.member))
    const refused = await h.visitor().fail(signUp, { body: { ...body, password: 'another horse battery' } })
    expect(refused).toMatchObject({ status: 409, error: { reason: 'other_sign_up' } })
  })

  it('[N6] that is sent six times at once makes one account', async () => {
    const body = await signUpBody(h)
    const all = await Promise.all(Array.from({ length: 6 }, () => signedUp(body)))
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(1)
    expect(await rowsOf(body.email)).toEqual({ users: 1, portals: 1 })
  })

  it('[N7] is refused for an e-mail that has an account, a checkout that is open or used, and a weak password', async () => {
    const { email } = await signUpBody(h).then(async (body) => {
      await signedUp(body)
      return body
    })
    const fail = async (given: Partial<Body>) => h.visitor().fail(signUp, { body: await signUpBody(h, given) })
    expect(await fail({ email })).toMatchObject({
      status: 409,
      error: {
        reason: 'email_in_use',
        message: 'This email address is already in use. Please use a different email or try logging in.',
      },
    })
    expect(await fail({ password: '123456' })).toMatchObject({ status: 400 })
    const used = await paidCheckout(h)
    await signedUp(await signUpBody(h, { proof: { kind: 'checkout', checkoutId: used } }))
    expect(await fail({ proof: { kind: 'checkout', checkoutId: used } })).toMatchObject({ error: { reason: 'used' } })
    expect(await fail({ proof: { kind: 'checkout', checkoutId: 'test_unknown' } })).toMatchObject({ status: 404 })
  })

  it('[N8] of twenty people with one gift token exactly one gets an account', async () => {
    const { code } = await createGiftToken(h.platform, { kind: 'single', description: 'For Ada' })
    const proof: PlanProof = { kind: 'gift', token: code }
    const bodies = await Promise.all(
      Array.from({ length: 20 }, () => signUpBody(h, { flow: 'gift', businessName: 'Ada', proof })),
    )
    const ended = await Promise.allSettled(bodies.map((body) => h.visitor().call(signUp, { body })))
    const made = ended.filter(({ status }) => status === 'fulfilled')
    expect(made).toHaveLength(1)
    for (const one of ended) {
      if (one.status === 'rejected')
        expect(one.reason).toMatchObject({ status: 404, error: { message: 'Invalid or expired gift token' } })
    }
    expect((await Promise.all(bodies.map(({ email }) => rowsOf(email)))).filter(({ users }) => users > 0)).toHaveLength(
      1,
    )
  })

  it('[N6] whose connection to the database is cut at any statement leaves nothing, and works when it is repeated', async () => {
    // Without jobs, so that each cut connection is the sign-up's.
    const server = await startHarness({ env: { ROLE: 'web' } })
    const checkoutId = await paidCheckout(server)
    const body = await signUpBody(server, { proof: { kind: 'checkout', checkoutId } })
    let cuts = 0
    for (; ; cuts++) {
      const undo = cutAtStatement(server, cuts)
      const reply = await server
        .visitor()
        .call(signUp, { body })
        .catch((error: unknown) => error)
      undo()
      if (!(reply instanceof Error)) break
      expect(await rowsOf(body.email, server), `cut at statement ${cuts}`).toEqual({ users: 0, portals: 0 })
      const { status } = await server.visitor().call(getCheckout, { params: { checkoutId } })
      expect(status).toBe('paid')
    }
    // Tenant, account, member, plan, agents, articles, links, onboarding: far more than ten statements.
    expect(cuts).toBeGreaterThan(15)
    expect(await rowsOf(body.email, server)).toEqual({ users: 1, portals: 1 })
    await server.stop()
  })
})

type Query = (...given: unknown[]) => unknown
type Pooled = { query: Query; connection: { stream: { destroy(): void } } }

/** Ends the connection of a transaction at its n-th statement, as the end of the process would. Gives back how it was. */
function cutAtStatement({ platform }: Harness, n: number): () => void {
  const { pool } = platform.db
  const connect = pool.connect as Query
  const cutting = async () => {
    const client = (await connect.call(pool)) as Pooled
    const query = Object.getPrototypeOf(client).query as Query
    let count = -1
    client.query = (...given) => {
      const [first] = given as [string | { text: string }]
      if ((typeof first === 'string' ? first : first.text).startsWith('BEGIN;')) count = 0
      else if (count >= 0 && count++ === n) client.connection.stream.destroy()
      return query.apply(client, given)
    }
    return client
  }
  // With a callback the pool itself asks, for a statement outside of transactions.
  Object.assign(pool, { connect: (...given: unknown[]) => (given.length > 0 ? connect.apply(pool, given) : cutting()) })
  return () => {
    Object.assign(pool, { connect })
  }
}
