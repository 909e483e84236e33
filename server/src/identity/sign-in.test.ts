import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSession, signOut } from '#contracts/identity/session.ts'
import { listMembers } from '#contracts/tenant/member.ts'
import { getTenant } from '#contracts/tenant/tenant.ts'
import { createDatabase } from '#server/platform/db/database.ts'
import { createPool, turnsAt, WAITS } from '#server/platform/db/pool.ts'
import { createNotifyBus } from '#server/platform/live/bus/notify-bus.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { timeBound } from '#test/time-bound.ts'
import { authOf } from './auth.ts'
import { makeAccount, makeMember, makeSession, PASSWORD } from './fixture.ts'
import { auditOf, trySignIn } from './fixture-sign-in.ts'
import { currentSession, memberAuthenticator, ownerAuthenticator, signIn } from './service.ts'
import { findAccount, signToken } from './session.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** The time of the server's clock, which a test moves forward. */
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock }, env: { PLATFORM_OWNER_EMAIL: 'root@example.com' } })
})
afterAll(() => h.stop())
// All tests sign in from one address; their failures must not add up.
beforeEach(async () => {
  await queryAsOwner(h.database.ownerUrl, 'DELETE FROM auth.sign_in_attempt')
})

const sessionsOf = async (email: string) =>
  (
    await queryAsOwner<{ n: number }>(
      h.database.ownerUrl,
      'SELECT count(*)::int AS n FROM auth.session s JOIN auth."user" u ON u.id = s.user_id WHERE u.email = $1',
      [email],
    )
  )[0]?.n

describe('[I3] sign-in with e-mail and password', () => {
  it('replies with person, role and business, and sets an HttpOnly cookie', async () => {
    const { tenant, slug } = await makeTenant(h.platform, { name: 'Northlight' })
    const { email, actor } = await makeMember(tenant, { role: 'admin', name: 'Robin' })
    const { status, body, setCookies } = await trySignIn(h, { email: email.toUpperCase() })
    expect(status).toBe(200)
    expect(body).toEqual({
      user: {
        id: actor.userId,
        name: 'Robin',
        email,
        role: 'business-admin',
        memberRole: 'admin',
        emailVerified: true,
        language: 'en',
        needsOnboarding: false,
        appearance: { accentColor: null, colorScheme: null, avatarUrl: null },
      },
      tenant: { id: tenant.id, slug, name: 'Northlight', primaryColor: '#38beba', isDemo: false },
      tenants: [{ id: tenant.id, slug, name: 'Northlight', role: 'admin' }],
      endedMembership: null,
      lastPortal: null,
      isCodeNeeded: false,
    })
    expect(setCookies).toHaveLength(1)
    expect(setCookies[0]).toMatch(/^segue=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
  })

  it('gives access to the desk of the member’s business and of no other', async () => {
    const [own, other] = [await makeTenant(h.platform), await makeTenant(h.platform)]
    const { email, actor } = await makeMember(own.tenant)
    await makeMember(other.tenant, { name: 'Somebody Else' })
    const client = clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    expect((await client.call(getTenant)).slug).toBe(own.slug)
    expect((await client.call(listMembers)).items.map((one) => one.email)).toEqual([email])
  })

  it('sign-out ends this session and not the one of another device', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email } = await makeMember(tenant)
    const [here, there] = await Promise.all([trySignIn(h, { email }), trySignIn(h, { email })])
    const mine = clientOf(h.url, { cookie: here.cookie })
    const response = await mine.raw('/api/session', { method: 'DELETE' })
    expect(await response.json()).toEqual({ signedOut: true })
    expect(response.headers.getSetCookie()[0]).toMatch(/^segue=; Max-Age=0; .*HttpOnly/)
    expect(response.headers.get('clear-site-data')).toBe('"cache"')
    expect(await mine.call(getSession)).toMatchObject({ user: null, tenant: null })
    expect((await mine.fail(getTenant)).error.code).toBe('unauthenticated')
    const others = clientOf(h.url, { cookie: there.cookie })
    expect((await others.call(getSession)).user?.email).toBe(email)
    expect((await auditOf(h, email)).map((row) => row.action)).toEqual(['sign_in', 'sign_in', 'sign_out'])
  })

  it('a second sign-in gives a new session and ends the earlier one of the browser', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email } = await makeMember(tenant)
    const first = await trySignIn(h, { email })
    const second = await trySignIn(h, { email, cookie: first.cookie })
    expect(second.cookie).not.toBe(first.cookie)
    expect(await sessionsOf(email)).toBe(1)
    expect((await clientOf(h.url, { cookie: first.cookie }).call(getSession)).user).toBeNull()
  })

  it('refuses a cookie without a valid signature', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { actor } = await makeMember(tenant)
    const cookie = await makeSession(h.platform, actor.userId)
    const [token] = decodeURIComponent(cookie.slice('segue='.length)).split('.')
    expect(await findAccount(h.platform, String(token))).not.toBeNull()
    const forged = createHmac('sha256', 'a guess').update(String(token)).digest('base64')
    for (const value of [token, `${token}.`, `${token}.${forged}`, `.${forged}`, '%', '"', 'x'.repeat(5000)]) {
      const response = await fetch(`${h.url}/api/tenant`, { headers: { cookie: `segue=${value}` } })
      expect(response.status).toBe(401)
    }
  })

  it('what the database stores of a session gives no access, even with the key that signs cookies', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email, actor } = await makeMember(tenant)
    const { cookie } = await trySignIn(h, { email })
    const rows = await queryAsOwner<{ token: string }>(
      h.database.ownerUrl,
      'SELECT token FROM auth.session WHERE user_id = $1',
      [actor.userId],
    )
    expect(rows).toHaveLength(1)
    const token = String(rows[0]?.token)
    expect(decodeURIComponent(cookie)).not.toContain(token)
    const forged = clientOf(h.url, { cookie: `segue=${encodeURIComponent(signToken(h.platform, token))}` })
    expect((await forged.fail(getTenant)).error.code).toBe('unauthenticated')
    expect((await clientOf(h.url, { cookie }).call(getTenant)).id).toBe(tenant.id)
  })

  it('sets the same cookie value as the sign-in library expects', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email } = await makeMember(tenant)
    const { cookie } = await trySignIn(h, { email })
    const librarySession = await authOf(h.platform).api.getSession({ headers: new Headers({ cookie }) })
    expect(librarySession?.user.email).toBe(email)
    const secret = deriveKey(h.platform.masterKey, 'session').toString('base64url')
    const signature = createHmac('sha256', secret).update(String(librarySession?.session.token)).digest('base64')
    expect(decodeURIComponent(cookie)).toBe(`segue=${librarySession?.session.token}.${signature}`)
  })

  it('a session expires after 30 days without use and is prolonged by use', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email, actor } = await makeMember(tenant)
    const cookie = await makeSession(h.platform, actor.userId)
    const client = clientOf(h.url, { cookie })
    await queryAsOwner(
      h.database.ownerUrl,
      `UPDATE auth.session SET expires_at = now() + interval '28 days' WHERE user_id = (SELECT id FROM auth."user" WHERE email = $1)`,
      [email],
    )
    const response = await client.raw('/api/session')
    expect(response.headers.getSetCookie()[0]).toMatch(/^segue=[^;]+; Max-Age=2592000/)
    expect((await client.raw('/api/session')).headers.getSetCookie()).toEqual([])
    aheadMs = 29.5 * DAY_MS
    expect((await client.call(getSession)).user?.email).toBe(email)
    aheadMs = 30.1 * DAY_MS
    expect(await client.call(getSession)).toMatchObject({ user: null, tenant: null })
    expect((await client.fail(getTenant)).error.code).toBe('unauthenticated')
    aheadMs = 0
  })

  it('sign-out closes the person’s live streams; only other devices may reconnect', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { actor } = await makeMember(tenant)
    const session = async () => clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    const [mine, others] = [await session(), await session()]
    const streams = [await mine.stream('/api/stream'), await others.stream('/api/stream')]
    const began = Date.now()
    await mine.call(signOut)
    await Promise.all(streams.map((stream) => stream.ended))
    expect(Date.now() - began).toBeLessThan(timeBound(2000))
    await expect(mine.stream('/api/stream')).rejects.toMatchObject({ status: 401 })
    ;(await others.stream('/api/stream')).close()
  })

  it('throws unavailable, and gives no role, while the database cannot be reached', async () => {
    const url = 'postgres://nobody@127.0.0.1:1/none'
    const pool = createPool(url, 2, h.platform.log)
    const bus = createNotifyBus({ pool, url, log: h.platform.log, channels: [] })
    const away = {
      ...h.platform,
      db: createDatabase({
        ...{ pool, sessions: pool, replica: null, turns: turnsAt(2, WAITS), bus, clock },
        jobs: h.platform.jobs.writer,
      }),
    }
    const { userId } = await makeAccount(h.platform)
    const cookie = await makeSession(h.platform, userId)
    const value = decodeURIComponent(cookie.slice('segue='.length))
    const request = { cookies: { segue: value }, headers: { cookie }, ip: '127.0.0.1', id: 'r1' } as never
    for (const authenticator of [memberAuthenticator, ownerAuthenticator]) {
      await expect(authenticator(away)(request)).rejects.toMatchObject({ code: 'unavailable' })
    }
    const credentials = { email: 'x@example.com', password: PASSWORD, portal: 'business' } as const
    await expect(signIn(away, request, credentials)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(currentSession(away, request, {} as never)).rejects.toMatchObject({ code: 'unavailable' })
    await pool.end()
  })

  it('sign-out without a session succeeds', async () => {
    expect(await h.visitor().call(signOut)).toEqual({ signedOut: true })
  })
})

describe('[X4] refusals of the login', () => {
  it('gives the same reply to a wrong password and to an unknown e-mail', async () => {
    const { email } = await makeAccount(h.platform)
    const wrong = await trySignIn(h, { email, password: 'not the one' })
    const unknown = await trySignIn(h, { email: 'nobody@example.com' })
    for (const { status, body, setCookies } of [wrong, unknown]) {
      expect(status).toBe(401)
      expect(body.error).toMatchObject({
        code: 'unauthenticated',
        reason: 'invalid_credential',
        message: 'Invalid email or password. Please check your credentials.',
      })
      expect(setCookies).toEqual([])
    }
  })

  it('refuses a customer at the business login and leaves no session', async () => {
    const { email, userId } = await makeAccount(h.platform)
    const { tenant } = await makeTenant(h.platform)
    await tenant.tx((t) =>
      t.sql('INSERT INTO customer (tenant_id, id, name, email, account_id) VALUES ($1, $2, $3, $4, $2)', [
        tenant.id,
        userId,
        'Jo',
        email,
      ]),
    )
    const { status, body, setCookies } = await trySignIn(h, { email })
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      reason: 'wrong_portal',
      message: 'This account is not authorized for business login. Please use customer login.',
    })
    expect(setCookies).toEqual([])
    expect(await sessionsOf(email)).toBe(0)
    expect(await auditOf(h, email)).toEqual([{ action: 'sign_in_denied', reason: 'wrong_portal' }])
    expect((await trySignIn(h, { email, portal: 'customer' })).body.user).toMatchObject({
      role: 'customer',
      memberRole: null,
    })
  })

  it('refuses an account without any profile at the business login and leaves no session', async () => {
    const { email } = await makeAccount(h.platform)
    const { status, body, setCookies } = await trySignIn(h, { email })
    expect([status, setCookies, await sessionsOf(email)]).toEqual([403, [], 0])
    expect(body.error).toMatchObject({
      reason: 'no_profile',
      message: 'Account setup incomplete. Please contact support with your email address for assistance.',
    })
    expect(await auditOf(h, email)).toEqual([{ action: 'sign_in_denied', reason: 'no_profile' }])
  })

  it('refuses a member who was removed, at the next request', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email, actor } = await makeMember(tenant)
    const client = clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    await queryAsOwner(h.database.ownerUrl, 'UPDATE member SET removed_at = now() WHERE user_id = $1', [actor.userId])
    expect((await client.fail(getTenant)).error).toMatchObject({
      code: 'forbidden',
      message: 'Your account belongs to no active business. Ask its owner to invite you, or set up your own.',
    })
    expect((await auditOf(h, email)).at(-1)?.action).toBe('denied')
    expect((await trySignIn(h, { email })).body.error.reason).toBe('wrong_portal')
  })

  it('accepts the platform owner at the business login, without a business', async () => {
    await makeAccount(h.platform, { email: 'root@example.com' })
    const { body } = await trySignIn(h, { email: 'root@example.com' })
    expect(body).toMatchObject({ user: { role: 'super-admin', memberRole: null }, tenant: null })
  })

  it('reveals that no account has the e-mail only with AUTH_REVEAL_UNKNOWN_EMAIL', async () => {
    const open = await startHarness({ env: { AUTH_REVEAL_UNKNOWN_EMAIL: 'true' } })
    try {
      const { email } = await makeAccount(open.platform)
      expect((await trySignIn(open, { email: 'nobody@example.com' })).body.error).toMatchObject({
        reason: 'user_not_found',
        message: 'No account found with this email address.',
      })
      expect((await trySignIn(open, { email, password: 'not the one' })).body.error.reason).toBe('invalid_credential')
    } finally {
      await open.stop()
    }
  })

  it.each(['not an address', 'nul\u0000byte@example.com', 'a@b', `${'x'.repeat(250)}@y`, '\ud800@example.com'])(
    'treats %j as an account that does not exist',
    async (email) => {
      const { status, body } = await trySignIn(h, { email, password: 'nul\u0000byte' })
      expect([status, body.error.reason]).toEqual([401, 'invalid_credential'])
    },
  )
})
