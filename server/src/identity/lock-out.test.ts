import { hashPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'
import { makeAccount, PASSWORD } from './fixture.ts'

/** A clock that stands still unless a test moves it, so that delays of seconds are exact. */
let now = Date.parse('2026-03-02T09:00:00Z')
const clock = { now: () => new Date(now) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock }, env: { TRUST_PROXY: '1' } })
})
afterAll(() => h.stop())

type Attempt = { email: string; password?: string; from: string; cookie?: string }

async function attempt({ email, password = PASSWORD, from, cookie = '' }: Attempt, at: Harness = h) {
  const response = await fetch(`${at.url}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': from, cookie },
    body: JSON.stringify({ email, password, portal: 'customer' }),
  })
  const setCookies = response.headers.getSetCookie()
  return {
    status: response.status,
    body: await response.text(),
    retryAfter: Number(response.headers.get('retry-after')),
    setCookies,
    device: setCookies.find((line) => line.includes('segue-device-'))?.split(';')[0] ?? '',
  }
}

/** Stores failures of an account at unknown devices, or at the known one of a cookie, one second apart up to now. */
const addFailures = (email: string, from: string, count: number, cookie = '') =>
  queryAsOwner(
    h.database.ownerUrl,
    `INSERT INTO auth.sign_in_attempt (email, address, at, device)
     SELECT $1, $2, $3::timestamptz - n * interval '1 second', $5 FROM generate_series(0, $4 - 1) n`,
    [email, from, clock.now(), count, cookie.split('.')[2] ?? null],
  )

const fail = async (email: string, from: string, times: number, cookie = '') => {
  const statuses: number[] = []
  for (let n = 0; n < times; n += 1) {
    statuses.push((await attempt({ email, password: `wrong ${n}`, from, cookie })).status)
  }
  return statuses
}

/** A device that has signed in to this account, by its cookie. */
const knownDevice = async (email: string) => (await attempt({ email, from: '198.51.100.1' })).device

describe('[I5] wrong passwords of a stranger', () => {
  it('lock that stranger out, and not the owner elsewhere, at a known or an unknown device', async () => {
    const { email } = await makeAccount(h.platform)
    const device = await knownDevice(email)
    expect(await fail(email, '203.0.113.5', 11)).toEqual([...Array(10).fill(401), 429])
    expect((await attempt({ email, from: '203.0.113.5' })).status).toBe(429)
    expect((await attempt({ email, from: '203.0.113.5', cookie: device })).status).toBe(200)
    now += 1000
    expect((await attempt({ email, from: '198.51.100.9' })).status).toBe(200)
    expect((await attempt({ email, from: '203.0.113.5' })).status).toBe(429)
  })

  it('delay the next attempt at unknown devices from 1 s on, twice as long each time up to a minute', async () => {
    const { email } = await makeAccount(h.platform)
    for (let n = 0; n < 10; n += 1) await addFailures(email, `203.0.113.${n}`, 1)
    const waits: number[] = []
    for (let n = 10; n < 18; n += 1) {
      const refused = await attempt({ email, from: '198.51.100.20' })
      expect([refused.status, refused.body]).toEqual([429, expect.stringContaining('Too many failed attempts.')])
      waits.push(refused.retryAfter)
      now += refused.retryAfter * 1000
      expect((await attempt({ email, password: 'wrong', from: `203.0.113.${n}` })).status).toBe(401)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
  })

  it('do not delay a known device, whatever the address it shares with them', async () => {
    const { email } = await makeAccount(h.platform)
    const device = await knownDevice(email)
    for (let n = 0; n < 5; n += 1) await addFailures(email, `203.0.113.${n}`, 9)
    await addFailures('others@example.com', '198.51.100.30', 50)
    expect((await attempt({ email, from: '198.51.100.30' })).status).toBe(429)
    expect((await attempt({ email, from: '198.51.100.30', cookie: device })).status).toBe(200)
  })

  it('are answered alike for an account that does not exist', async () => {
    const { email } = await makeAccount(h.platform)
    const replies = async (who: string) => {
      const all = []
      for (let n = 0; n < 11; n += 1) all.push(await attempt({ email: who, password: 'wrong', from: '203.0.113.77' }))
      return all.map(({ status, body, retryAfter, setCookies }) => [
        status,
        JSON.parse(body).error.message,
        retryAfter,
        setCookies,
      ])
    }
    const known = await replies(email)
    expect(await replies('nobody.at.all@example.com')).toEqual(known)
  })
})

describe('[I5] a known device', () => {
  it('has ten wrong passwords within 15 minutes of its own, which the right one elsewhere does not clear', async () => {
    const { email } = await makeAccount(h.platform)
    const device = await knownDevice(email)
    expect(await fail(email, '198.51.100.1', 11, device)).toEqual([...Array(10).fill(401), 429])
    expect((await attempt({ email, from: '198.51.100.2' })).status).toBe(200)
    expect((await attempt({ email, from: '198.51.100.1', cookie: device })).status).toBe(429)
    now += 15 * 60_000
    expect((await attempt({ email, from: '198.51.100.1', cookie: device })).status).toBe(200)
  })

  it('has thirty together with all others of its account, which an unknown one is not refused for', async () => {
    const { email } = await makeAccount(h.platform)
    const devices = [await knownDevice(email), await knownDevice(email), await knownDevice(email)]
    for (const device of devices) {
      await addFailures(email, '198.51.100.1', 9, device)
      expect(await fail(email, '198.51.100.1', 1, device)).toEqual([401])
    }
    const fourth = await knownDevice(email)
    expect((await attempt({ email, from: '198.51.100.1', cookie: fourth })).status).toBe(429)
    now += 15 * 60_000
    expect((await attempt({ email, from: '198.51.100.1', cookie: fourth })).status).toBe(200)
  })

  it('is unknown once the password of the account has changed', async () => {
    const { email } = await makeAccount(h.platform)
    const device = await knownDevice(email)
    await queryAsOwner(
      h.database.ownerUrl,
      'UPDATE auth.account SET password = $2 WHERE user_id = (SELECT id FROM auth."user" WHERE email = $1)',
      [email, await hashPassword(PASSWORD)],
    )
    await addFailures(email, '203.0.113.8', 10)
    expect((await attempt({ email, from: '203.0.113.8', cookie: device })).status).toBe(429)
    now += 1000
    const renewed = await attempt({ email, from: '198.51.100.1', cookie: device })
    expect(renewed.status).toBe(200)
    expect((await attempt({ email, from: '203.0.113.8', cookie: renewed.device })).status).toBe(200)
  })

  it('is known for one account alone, and by its signature', async () => {
    const { email } = await makeAccount(h.platform)
    const { email: other } = await makeAccount(h.platform)
    const device = await knownDevice(other)
    const [name = '', value = ''] = (await knownDevice(email)).split('=')
    await addFailures(email, '203.0.113.6', 10)
    const forged = [
      device,
      device.replace(/^[^=]+/, name),
      `${name}=${value.replace(/[^.]+$/, 'A'.repeat(22))}`,
      `${name}=a.b.c.d`,
    ]
    for (const cookie of forged) {
      expect((await attempt({ email, from: '203.0.113.6', cookie })).status).toBe(429)
    }
    expect((await attempt({ email, from: '203.0.113.6', cookie: `${name}=${value}` })).status).toBe(200)
  })

  it('keeps its cookie for a year at the sign-in alone, HttpOnly', async () => {
    const { email } = await makeAccount(h.platform)
    const { setCookies, device } = await attempt({ email, from: '198.51.100.1' })
    const line = setCookies.find((one) => one.startsWith('segue-device-'))
    expect(line).toMatch(/^[^;]+; Max-Age=31536000; Path=\/api\/session; HttpOnly; SameSite=Lax$/)
    expect((await attempt({ email, from: '198.51.100.1', cookie: device })).device).toBe(device)
  })

  describe('at a server with a tenth of the budgets of requests: one a minute for each device, six for all known ones at an address', () => {
    let strict: Harness
    beforeAll(async () => {
      strict = await startHarness({ env: { TRUST_PROXY: '1', RATE_FACTOR: '0.1' } })
    })
    afterAll(() => strict.stop())

    it('has its own budget of requests beside others at its address', async () => {
      const { email } = await makeAccount(strict.platform)
      const from = '198.51.100.77'
      const { device } = await attempt({ email, from }, strict)
      let last = 0
      for (let n = 0; n < 40 && last !== 429; n += 1) {
        last = (await attempt({ email: `nobody${n}@example.com`, from }, strict)).status
      }
      expect(last).toBe(429)
      expect((await attempt({ email, from, cookie: device }, strict)).status).toBe(200)
    })

    it('shares a budget of requests with all known ones at its address, which others there cannot use up', async () => {
      const { email } = await makeAccount(strict.platform)
      const devices: string[] = []
      for (let n = 0; n < 7; n += 1) devices.push((await attempt({ email, from: `198.51.100.${n}` }, strict)).device)
      const statuses: number[] = []
      const from = '203.0.113.1'
      for (const cookie of devices) statuses.push((await attempt({ email, from, cookie }, strict)).status)
      expect(statuses).toEqual([...Array(6).fill(200), 429])
    })
  })
})
