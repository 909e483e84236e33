import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGuestSession } from '#contracts/customer/guest-session.ts'
import { listGuestTickets } from '#contracts/ticket/guest-ticket.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness, type TestTenant } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeClaim } from './fixture.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let aheadMs = 0
const clock = { now: () => new Date(Date.now() + aheadMs) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())

async function begin(slug: string, headers: Record<string, string> = {}, bearer = false, isNew = false) {
  const response = await fetch(`${h.url}/api/portal/${slug}/guest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ bearer, isNew }),
  })
  const line = response.headers.getSetCookie()[0] ?? ''
  return { status: response.status, body: await response.json(), line, cookie: line.split(';')[0] ?? '' }
}

const ticketsOf = (slug: string, headers: Record<string, string>) =>
  clientOf(h.url, headers).raw(`/api/portal/${slug}/tickets`)

const rowOf = async ({ tenant }: TestTenant, guestId: string) => {
  const [row] = await queryAsOwner<{ token_hash: string; last_seen_at: Date; expires_at: Date }>(
    h.database.ownerUrl,
    'SELECT token_hash, last_seen_at, expires_at FROM guest WHERE tenant_id = $1 AND id = $2',
    [tenant.id, guestId],
  )
  if (!row) throw new Error('no such guest')
  return row
}

describe('[H2] guest session', () => {
  it('starts with an HttpOnly cookie of its portal and no token in the reply', async () => {
    const acme = await h.tenant()
    const { status, body, line } = await begin(acme.slug)
    expect(status).toBe(200)
    const noAccount = { account: null, otherAccount: null }
    expect(body).toEqual({
      guestId: expect.any(String),
      token: null,
      isReturning: false,
      isIdentified: false,
      ...noAccount,
    })
    expect(line).toMatch(
      new RegExp(`^guest-${acme.slug}=[A-Za-z0-9_-]{43}; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax$`),
    )
  })

  it('is replaced by a new one where the visitor before has left', async () => {
    const acme = await h.tenant()
    const first = await begin(acme.slug, {}, true)
    const headers = { cookie: first.cookie, authorization: `Bearer ${first.body.token}` }
    const next = await begin(acme.slug, headers, true, true)
    expect(next.body.guestId).not.toBe(first.body.guestId)
    expect(next.cookie).toBe(`guest-${acme.slug}=${next.body.token}`)
    expect((await begin(acme.slug, headers, true)).body.guestId).toBe(first.body.guestId)
  })

  it('is resumed by the cookie, and by the bearer token of a frame', async () => {
    const acme = await h.tenant()
    const first = await begin(acme.slug, {}, true)
    expect(first.cookie).toBe(`guest-${acme.slug}=${first.body.token}`)
    const byCookie = await begin(acme.slug, { cookie: first.cookie })
    const byBearer = await begin(acme.slug, { authorization: `Bearer ${first.body.token}` }, true)
    expect([byCookie.body.guestId, byBearer.body.guestId]).toEqual([first.body.guestId, first.body.guestId])
    expect([byCookie.body.token, byBearer.body.token]).toEqual([null, first.body.token])
    expect((await ticketsOf(acme.slug, { cookie: first.cookie })).status).toBe(200)
    expect((await ticketsOf(acme.slug, { authorization: `Bearer ${first.body.token}` })).status).toBe(200)
  })

  it('gives its token to no script where its cookie works', async () => {
    const acme = await h.tenant()
    const { cookie, body } = await begin(acme.slug)
    expect(body.token).toBeNull()
    const asked = await begin(acme.slug, { cookie }, true)
    expect(asked.body).toMatchObject({ guestId: body.guestId, token: null })
    // A frame whose token and cookie both arrive does not need the token any more.
    const authorization = `Bearer ${cookie.split('=')[1]}`
    expect((await begin(acme.slug, { cookie, authorization }, true)).body.token).toBeNull()
    const withoutCookie = await begin(acme.slug, {}, true)
    expect(withoutCookie.body.guestId).not.toBe(body.guestId)
  })

  it('is stored as a hash: the database does not hold the token', async () => {
    const acme = await h.tenant()
    const { body } = await begin(acme.slug, {}, true)
    expect((await rowOf(acme, body.guestId)).token_hash).toMatch(/^[0-9a-f]{64}$/)
    const [found] = await queryAsOwner<{ n: number }>(
      h.database.ownerUrl,
      'SELECT count(*)::int AS n FROM guest g WHERE g::text LIKE $1',
      [`%${body.token}%`],
    )
    expect(found?.n).toBe(0)
  })

  it('is refused at another portal', async () => {
    const [acme, other] = [await h.tenant(), await h.tenant()]
    const { body } = await begin(acme.slug, {}, true)
    const authorization = `Bearer ${body.token}`
    const refused = await ticketsOf(other.slug, { authorization })
    expect(refused.status).toBe(401)
    expect((await refused.json()).error.message).toBe('Your visit has ended. Reload the page to begin a new one.')
    expect((await begin(other.slug, { authorization })).body.guestId).not.toBe(body.guestId)
  })

  it('never adopts a token that came with a request', async () => {
    const acme = await h.tenant()
    const planted = 'x'.repeat(43)
    const { cookie } = await begin(acme.slug, { cookie: `guest-${acme.slug}=${planted}` })
    expect(cookie).not.toContain(planted)
    for (const value of ['', planted, `${planted}x`, 'nul%00byte', '"quoted"', '%'])
      expect((await ticketsOf(acme.slug, { cookie: `guest-${acme.slug}=${value}` })).status).toBe(401)
    expect((await ticketsOf(acme.slug, { authorization: 'Basic abc' })).status).toBe(401)
  })

  it('expires 180 days after the last visit, and is written at most hourly', async () => {
    const acme = await h.tenant()
    const { body, cookie } = await begin(acme.slug)
    const fresh = await rowOf(acme, body.guestId)
    aheadMs = 0.9 * HOUR_MS
    await ticketsOf(acme.slug, { cookie })
    expect(await rowOf(acme, body.guestId)).toEqual(fresh)
    aheadMs = 1.1 * HOUR_MS
    await ticketsOf(acme.slug, { cookie })
    const seen = await rowOf(acme, body.guestId)
    expect(seen.last_seen_at.getTime()).toBeGreaterThan(fresh.last_seen_at.getTime() + HOUR_MS)
    expect(seen.expires_at).toEqual(fresh.expires_at)
    aheadMs = 179 * DAY_MS
    expect((await ticketsOf(acme.slug, { cookie })).status).toBe(200)
    aheadMs = (179 + 179) * DAY_MS
    expect((await ticketsOf(acme.slug, { cookie })).status).toBe(200)
    aheadMs = (179 + 179 + 181) * DAY_MS
    expect((await ticketsOf(acme.slug, { cookie })).status).toBe(401)
    expect((await begin(acme.slug, { cookie })).body.guestId).not.toBe(body.guestId)
    aheadMs = 0
  })

  it('reports a returning guest half an hour later, or once linked to a customer', async () => {
    const acme = await h.tenant()
    const first = await begin(acme.slug)
    expect((await begin(acme.slug, { cookie: first.cookie })).body.isReturning).toBe(false)
    aheadMs = 0.6 * HOUR_MS
    expect((await begin(acme.slug, { cookie: first.cookie })).body.isReturning).toBe(true)
    aheadMs = 0
    const second = await begin(acme.slug)
    await makeClaim(acme.tenant, second.body.guestId)
    expect((await begin(acme.slug, { cookie: second.cookie })).body.isReturning).toBe(true)
  })

  it('is refused by an unknown and by a suspended portal with the same message', async () => {
    const suspended = await h.tenant()
    await queryAsOwner(h.database.ownerUrl, "UPDATE tenant SET status = 'SUSPENDED' WHERE slug = $1", [suspended.slug])
    const messages = new Set<string>()
    for (const slug of [suspended.slug, 'no-such-portal', 'No Such', "x'; --", '%F0%9F%98%80']) {
      const { status, body } = await begin(slug)
      expect(status).toBe(404)
      messages.add(body.error.message)
    }
    expect(messages.size).toBe(1)
    expect((await h.visitor().fail(listGuestTickets, { params: { slug: suspended.slug } })).status).toBe(404)
  })

  it('has a __Host- cookie with Secure behind https', async () => {
    const secure = await startHarness({ env: { BASE_URL: 'https://desk.example.com' } })
    try {
      const { slug } = await secure.tenant()
      const response = await fetch(`${secure.server.app.listeningOrigin}/api/portal/${slug}/guest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
      expect(response.headers.getSetCookie()[0]).toMatch(new RegExp(`^__Host-guest-${slug}=.*; Secure`))
    } finally {
      await secure.stop()
    }
  })

  it('outlives a reload in a frame of another site by a partitioned cookie', async () => {
    const { slug } = await h.tenant()
    const begin = (headers: Record<string, string> = {}) =>
      h.visitor().raw(`/api/portal/${slug}/guest`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"bearer":true}',
      })
    const first = await begin()
    const cookie = first.headers.getSetCookie()[0] ?? ''
    for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned']) expect(cookie).toContain(`; ${part}`)
    const again = await begin({ cookie: cookie.split(';')[0] ?? '' })
    expect(await again.json()).toMatchObject({ guestId: (await first.json()).guestId })
  })

  it('answers through its contract', async () => {
    const acme = await h.tenant()
    const reply = await h.visitor().call(startGuestSession, { params: { slug: acme.slug }, body: { bearer: true } })
    expect(reply.token).toHaveLength(43)
  })
})
