import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inEnglish } from '#server/platform/text/message.ts'
import { type Harness, startHarness } from '#test/harness.ts'
import { passwordFault } from './passwords.ts'
import { createAccount } from './service.ts'

const OWNER = { name: 'Robin Roe', email: 'r.roe-smith@example.com', businessName: 'Northlight Café & Co' }

function faultOf(password: string, minLength: number): string | null {
  const fault = passwordFault(password, minLength, OWNER)
  return fault && inEnglish(fault)
}

describe('password rules', () => {
  it.each(['', '12345', 'short'])('refuses %j as too short, with the text of the form', (password) => {
    expect(faultOf(password, 6)).toBe('Password must be at least 6 characters')
  })

  it('uses the minimum length of the configuration', () => {
    expect(faultOf('eleven char', 12)).toBe('Password must be at least 12 characters')
    expect(faultOf('x1'.repeat(101), 6)).toBe('Password must be at most 200 characters')
  })

  it.each(['123456', 'password', 'Password1', 'QWERTY', 'iloveyou', 'aaaaaaaaaa', 'welcome123'])(
    'refuses %j, which attackers try first',
    (password) => {
      expect(faultOf(password, 6)).toMatch(/attackers try/)
    },
  )

  it('refuses the 3,000 commonest', () => {
    const file = new URL('./commonest-passwords.txt', import.meta.url)
    const commonest = readFileSync(file, 'utf8').split('\n').filter(Boolean)
    expect(commonest.length).toBeGreaterThan(3000)
    expect(commonest.filter((one) => faultOf(one, 1) === null)).toEqual([])
    // Of the second and third thousand.
    for (const one of ['tinkerbell', 'spongebob', 'rockstar', 'chocolate', 'liverpool', 'qwe123'])
      expect(faultOf(one, 6), one).toMatch(/attackers try/)
  })

  it.each([
    'robinroe',
    'Robin2026!',
    'ROE-ROBIN-1',
    'r.roe-smith',
    'smith12345',
    'Northlight',
    'northlight-cafe',
    'co+café+northlight9',
    'robin-1234567890123456',
    'robin-111111111111',
  ])('refuses %j, which is made of the account’s own words', (password) => {
    expect(faultOf(password, 6)).toMatch(/^This password is made of your name/)
  })

  it.each(['robin likes tea', 'my-northlight-lamp', 'roebuck-river'])(
    'accepts %j, which has other words too',
    (password) => {
      expect(faultOf(password, 6)).toBeNull()
    },
  )

  it.each(['robin-4820571936402', '839275610482937561048273'])(
    'accepts %j, whose digits are too many to guess',
    (password) => {
      expect(faultOf(password, 6)).toBeNull()
    },
  )

  it.each(['blue-kettle', 'zq4!vv', 'пароль-мой', 'correct horse battery'])('accepts %j', (password) => {
    expect(faultOf(password, 6)).toBeNull()
  })
})

describe('a new account', () => {
  let h: Harness
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(() => h.stop())

  it('is refused with a password of its own words', async () => {
    const email = `own-${crypto.randomUUID()}@example.com`
    const given = { name: 'Robin Roe', email, businessName: 'Northlight', verified: true }
    for (const password of ['robin-roe-1', 'northlight7', email.split('@')[0] ?? '']) {
      const error = await createAccount(h.platform, { ...given, password }).catch((reason: unknown) => reason)
      expect(error, password).toMatchObject({
        code: 'invalid_input',
        details: { fields: { 'body.password': expect.anything() } },
      })
    }
    await createAccount(h.platform, { ...given, password: 'blue-kettle' })
  })
})
