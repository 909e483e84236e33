import { describe, expect, it } from 'vitest'
import { inEnglish } from '#server/platform/text/message.ts'
import { passwordFault } from './passwords.ts'

function faultOf(password: string, minLength: number): string | null {
  const fault = passwordFault(password, minLength)
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

  it.each(['blue-kettle', 'zq4!vv', 'пароль-мой', 'correct horse battery'])('accepts %j', (password) => {
    expect(faultOf(password, 6)).toBeNull()
  })
})
