import { createOTP } from '@better-auth/utils/otp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { getAccount } from '#contracts/identity/account.ts'
import { getSession } from '#contracts/identity/session.ts'
import {
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  setUpTwoFactor,
} from '#contracts/identity/two-factor.ts'
import { getPlatformStats } from '#contracts/owner/overview.ts'
import { makeAccount, makeSession } from '#server/identity/fixture.ts'
import { auditOf, trySignIn } from '#server/identity/fixture-sign-in.ts'
import { clientOf } from '#test/client.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { queryAsOwner } from '#test/owner-query.ts'

const STEP_MS = 30_000
/** In the middle of a step, and moved by whole steps: what is one step away is exactly that. */
let now = Date.parse('2026-03-02T09:00:15Z')
const clock = { now: () => new Date(now) }

let h: Harness
beforeAll(async () => {
  h = await startHarness({ overrides: { clock } })
})
afterAll(() => h.stop())
beforeEach(async () => {
  now = Date.now()
  now += STEP_MS / 2 - (now % STEP_MS)
  await queryAsOwner(h.database.ownerUrl, 'DELETE FROM auth.sign_in_attempt')
})

const secretOf = (address: string) => {
  const key = new URL(address).searchParams.get('secret') ?? ''
  const bits = [...key].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0'))
  return (bits.join('').match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}

async function withTwoFactor() {
  const account = await makeAccount(h.platform)
  const client = clientOf(h.url, { cookie: await makeSession(h.platform, account.userId) })
  const setup = await client.call(setUpTwoFactor)
  const codeAt = (steps: number) => createOTP(secretOf(setup.address)).hotp(Math.floor(now / STEP_MS) + steps)
  const { recoveryCodes } = await client.call(enableTwoFactor, { body: { code: await codeAt(0) } })
  // The code that switched it on is used.
  now += 3 * STEP_MS
  return { ...account, client, setup, codeAt, recoveryCodes }
}

async function password(email: string) {
  const { body, cookie } = await trySignIn(h, { email, portal: 'customer' })
  return { body, cookie }
}

async function enterCode(cookie: string, code: string) {
  const response = await fetch(`${h.url}/api/session/code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({ code }),
  })
  const body = (await response.json()) as { user?: { email: string }; error?: { reason: string } }
  return { status: response.status, reason: body.error?.reason, email: body.user?.email }
}

describe('[I8] two-factor sign-in', () => {
  it('is set up by a QR code of the key, and is on only after a first right code', async () => {
    const { userId } = await makeAccount(h.platform)
    const client = clientOf(h.url, { cookie: await makeSession(h.platform, userId) })
    const setup = await client.call(setUpTwoFactor)
    expect(setup.address).toMatch(/^otpauth:\/\/totp\/Segue:.+issuer=Segue/)
    expect(Buffer.from(setup.qrCode.split(',')[1] ?? '', 'base64').toString()).toMatch(/^<svg /)
    expect((await client.fail(enableTwoFactor, { body: { code: '000000' } })).error.fields).toHaveProperty('body.code')
    expect((await client.call(getAccount)).twoFactor).toBeNull()
    const code = await createOTP(secretOf(setup.address)).hotp(Math.floor(now / STEP_MS))
    const { recoveryCodes } = await client.call(enableTwoFactor, { body: { code } })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect((await client.call(getAccount)).twoFactor?.recoveryCodesLeft).toBe(10)
    expect((await client.fail(setUpTwoFactor)).error.reason).toBe('two_factor_on')
    const stored = JSON.stringify(
      await queryAsOwner(
        h.database.ownerUrl,
        'SELECT u.totp_secret, c.code_hash FROM auth."user" u, auth.recovery_code c',
      ),
    )
    for (const secret of [secretOf(setup.address), setup.key, recoveryCodes[0]?.replace(/-/g, '')]) {
      expect(stored).not.toContain(secret)
    }
  })

  it('signs nobody in by the password alone; the code of the app completes it', async () => {
    const person = await withTwoFactor()
    const { body, cookie } = await password(person.email)
    expect(body).toMatchObject({ user: null, isCodeNeeded: true })
    expect((await clientOf(h.url, { cookie }).call(getSession)).user).toBeNull()
    expect(await enterCode(cookie, await person.codeAt(0))).toEqual({ status: 200, email: person.email })
    expect((await auditOf(h, person.email)).map((one) => one.action)).toEqual(['two_factor_enabled', 'sign_in'])
  })

  it.each([-1, 1])('accepts a code of a clock that is %i step away', async (steps) => {
    const person = await withTwoFactor()
    const { cookie } = await password(person.email)
    expect((await enterCode(cookie, await person.codeAt(steps))).status).toBe(200)
  })

  it.each([-2, 2])('refuses a code of a clock that is %i steps away', async (steps) => {
    const person = await withTwoFactor()
    const { cookie } = await password(person.email)
    expect(await enterCode(cookie, await person.codeAt(steps))).toMatchObject({ status: 401, reason: 'wrong_code' })
  })

  it('accepts a code once, and the step of a sign-in once', async () => {
    const person = await withTwoFactor()
    const [first, second] = [await password(person.email), await password(person.email)]
    const code = await person.codeAt(0)
    expect((await enterCode(first.cookie, code)).status).toBe(200)
    expect((await enterCode(second.cookie, code)).reason).toBe('wrong_code')
    expect((await enterCode(first.cookie, await person.codeAt(1))).reason).toBe('step_over')
  })

  it('ends the step after five wrong codes, after ten minutes, and without the password before it', async () => {
    const person = await withTwoFactor()
    const { cookie } = await password(person.email)
    for (let n = 0; n < 5; n += 1) expect((await enterCode(cookie, '000000')).reason).toBe('wrong_code')
    expect((await enterCode(cookie, await person.codeAt(0))).reason).toBe('step_over')
    const late = await password(person.email)
    now += 10 * 60_000 + 1
    expect((await enterCode(late.cookie, await person.codeAt(0))).reason).toBe('step_over')
    expect((await enterCode('', await person.codeAt(0))).reason).toBe('step_over')
  })

  it('counts wrong codes as failed sign-ins, which a right password does not clear', async () => {
    const person = await withTwoFactor()
    for (let n = 0; n < 2; n += 1) {
      const { cookie } = await password(person.email)
      for (let wrong = 0; wrong < 5; wrong += 1) await enterCode(cookie, '000000')
    }
    expect((await trySignIn(h, { email: person.email, portal: 'customer' })).status).toBe(429)
  })

  it('accepts a recovery code once, however it is typed, and new codes replace the old ones', async () => {
    const person = await withTwoFactor()
    const [code = '', other = ''] = person.recoveryCodes
    const typed = code.toUpperCase().replace(/-/g, ' ')
    expect((await enterCode((await password(person.email)).cookie, typed)).status).toBe(200)
    expect((await enterCode((await password(person.email)).cookie, code)).reason).toBe('wrong_code')
    expect((await person.client.call(getAccount)).twoFactor?.recoveryCodesLeft).toBe(9)
    const body = { code: await person.codeAt(0) }
    const renewed = await person.client.call(renewRecoveryCodes, { body })
    expect((await enterCode((await password(person.email)).cookie, other)).reason).toBe('wrong_code')
    const [fresh = ''] = renewed.recoveryCodes
    expect((await enterCode((await password(person.email)).cookie, fresh)).status).toBe(200)
  })

  it('is switched off after a fresh sign-in only', async () => {
    const person = await withTwoFactor()
    now += 16 * 60_000
    expect((await person.client.fail(disableTwoFactor)).error.reason).toBe('stale_sign_in')
    now -= 16 * 60_000
    await person.client.call(disableTwoFactor)
    expect((await password(person.email)).body).toMatchObject({ user: { email: person.email }, isCodeNeeded: false })
  })
})

describe('[I8] two-factor of the platform owner', () => {
  it('is required for the owner’s routes where OWNER_TWO_FACTOR says so', async () => {
    const strict = await startHarness({ env: { OWNER_TWO_FACTOR: 'true' } })
    try {
      const { userId } = await makeAccount(strict.platform, { platformRole: 'super-admin' })
      const owner = clientOf(strict.url, { cookie: await makeSession(strict.platform, userId) })
      expect((await owner.fail(getPlatformStats)).error).toMatchObject({
        code: 'forbidden',
        reason: 'two_factor_needed',
      })
      await queryAsOwner(strict.database.ownerUrl, 'UPDATE auth."user" SET two_factor_at = now() WHERE id = $1', [
        userId,
      ])
      await owner.call(getPlatformStats)
    } finally {
      await strict.stop()
    }
  })
})
