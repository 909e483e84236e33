import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getSession } from '#contracts/identity/session.ts'
import { getTenant } from '#contracts/tenant/tenant.ts'
import { makeTenant } from '#server/tenant/fixture.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeAccount, makeMember, makeSession } from './fixture.ts'
import { auditOf, trySignIn } from './fixture-sign-in.ts'

/** How far the server's clock is ahead. */
let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())
// All tests sign in from one address; their failures must not add up.
beforeEach(async () => {
  await queryAsOwner(h.database.ownerUrl, 'DELETE FROM auth.sign_in_attempt')
})

/** Stores failed attempts of an account, without the time that checking a password takes. */
const addFailures = (email: string, count: number) =>
  queryAsOwner(
    h.database.ownerUrl,
    "INSERT INTO auth.sign_in_attempt (email, address, at) SELECT $1, '127.0.0.1', now() FROM generate_series(1, $2)",
    [email, count],
  )

describe('[I5] too many failed attempts, and disabled accounts', () => {
  const TEXT = 'Too many failed attempts. Please try again later.'

  it('refuses an account at an address after ten failures within 15 minutes, also with the right password', async () => {
    const { email } = await makeAccount(h.platform)
    const given = { email, portal: 'customer' } as const
    await addFailures(email, 8)
    for (let n = 0; n < 2; n += 1) expect((await trySignIn(h, { ...given, password: `wrong ${n}` })).status).toBe(401)
    const refused = await trySignIn(h, given)
    expect(refused.status).toBe(429)
    expect(refused.body.error).toMatchObject({ code: 'rate_limited', message: TEXT })
    expect(refused.retryAfter).toBeGreaterThan(14 * 60)
    expect(refused.retryAfter).toBeLessThanOrEqual(15 * 60)
    expect((await auditOf(h, email)).at(-1)).toEqual({ action: 'sign_in_denied', reason: 'too_many_requests' })
    aheadMs = refused.retryAfter * 1000 + 1000
    expect((await trySignIn(h, given)).status).toBe(200)
    aheadMs = 0
  })

  it('clears the failures after the right password', async () => {
    const { email } = await makeAccount(h.platform)
    const given = { email, portal: 'customer' } as const
    await addFailures(email, 9)
    expect((await trySignIn(h, given)).status).toBe(200)
    await addFailures(email, 8)
    expect((await trySignIn(h, { ...given, password: 'wrong' })).status).toBe(401)
    expect((await trySignIn(h, given)).status).toBe(200)
  })

  it('checks no more than ten of 30 concurrent attempts', async () => {
    const { email } = await makeAccount(h.platform)
    const attempts = await Promise.all(
      Array.from({ length: 30 }, (_, n) => trySignIn(h, { email, password: `wrong ${n}` })),
    )
    expect(attempts.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(attempts.filter(({ status }) => status === 429)).toHaveLength(20)
  })

  it('refuses an address after fifty failures at any accounts', async () => {
    // A server for this test alone, since failures of other tests come from the same address.
    const server = await startHarness({})
    try {
      const { email } = await makeAccount(server.platform)
      await queryAsOwner(
        server.database.ownerUrl,
        `INSERT INTO auth.sign_in_attempt (email, address, at) SELECT 'p' || n || '@example.com', '127.0.0.1', now() FROM generate_series(1, 49) n`,
      )
      expect((await trySignIn(server, { email: 'one.more@example.com' })).status).toBe(401)
      const refused = await trySignIn(server, { email, portal: 'customer' })
      expect([refused.status, refused.body.error.message]).toEqual([429, TEXT])
      await queryAsOwner(server.database.ownerUrl, `UPDATE auth.sign_in_attempt SET address = '192.0.2.1'`)
      expect((await trySignIn(server, { email, portal: 'customer' })).status).toBe(200)
    } finally {
      await server.stop()
    }
  })

  it('a disabled account loses its sessions; only the right password reveals that it is disabled', async () => {
    const { tenant } = await makeTenant(h.platform)
    const { email, actor } = await makeMember(tenant)
    const client = clientOf(h.url, { cookie: await makeSession(h.platform, actor.userId) })
    await queryAsOwner(h.database.ownerUrl, 'UPDATE auth."user" SET disabled_at = now() WHERE email = $1', [email])
    expect((await client.fail(getTenant)).error.code).toBe('unauthenticated')
    expect((await client.call(getSession)).user).toBeNull()
    const { status, body, setCookies } = await trySignIn(h, { email })
    expect([status, setCookies]).toEqual([403, []])
    expect(body.error).toMatchObject({
      reason: 'user_disabled',
      message: 'This account has been disabled. Please contact support.',
    })
    expect((await trySignIn(h, { email, password: 'wrong' })).body.error.reason).toBe('invalid_credential')
  })
})
