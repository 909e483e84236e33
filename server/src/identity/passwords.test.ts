import { describe, expect, it } from 'vitest'
import { passwordFault } from './passwords.ts'

describe('password rules', () => {
  it.each(['', '12345', 'short'])('refuses %j as too short, in the words of the form', (password) => {
    expect(passwordFault(password, 6)).toBe('Password must be at least 6 characters')
  })

  it('uses the minimum length of the configuration', () => {
    expect(passwordFault('eleven char', 12)).toBe('Password must be at least 12 characters')
    expect(passwordFault('x1'.repeat(101), 6)).toBe('Password must be at most 200 characters')
  })

  it.each(['123456', 'password', 'Password1', 'QWERTY', 'iloveyou', 'aaaaaaaaaa', 'welcome123'])(
    'refuses %j, which attackers try first',
    (password) => {
      expect(passwordFault(password, 6)).toMatch(/attackers try/)
    },
  )

  it.each(['blue-kettle', 'zq4!vv', 'пароль-мой', 'correct horse battery'])('takes %j', (password) => {
    expect(passwordFault(password, 6)).toBeNull()
  })
})
