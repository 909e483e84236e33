import { describe, expect, it } from 'vitest'
import { addressKey, rateLimiter } from './rates.ts'

const movable = () => {
  let ms = Date.parse('2026-01-01T00:00:00Z')
  return { now: () => new Date(ms), forward: (seconds: number) => (ms += seconds * 1000) }
}

const takeMany = (take: () => { ok: boolean }, times: number) =>
  Array.from({ length: times }, take).filter((taken) => taken.ok).length

describe('rate limiter', () => {
  it.each([
    ['read', 1200],
    ['write', 300],
    ['signin', 10],
    ['guestStart', 30],
    ['guestWrite', 60],
    ['upload', 30],
    ['stream', 60],
  ] as const)('lets %s requests through at once up to the budget of %i a minute', (rateClass, budget) => {
    const limiter = rateLimiter({ clock: movable(), factor: 1 })
    expect(takeMany(() => limiter.take(rateClass, 'a'), budget + 50)).toBe(budget)
  })

  it('says when to come again, and means it', () => {
    const clock = movable()
    const limiter = rateLimiter({ clock, factor: 1 })
    takeMany(() => limiter.take('signin', 'a'), 10)
    const refused = limiter.take('signin', 'a')
    expect(refused).toEqual({ ok: false, retryAfterSeconds: 6 })
    clock.forward(5)
    expect(limiter.take('signin', 'a').ok).toBe(false)
    clock.forward(1)
    expect(limiter.take('signin', 'a').ok).toBe(true)
    expect(limiter.take('signin', 'a').ok).toBe(false)
    clock.forward(60)
    expect(takeMany(() => limiter.take('signin', 'a'), 20)).toBe(10)
  })

  it('keeps callers and classes apart and multiplies by the factor', () => {
    const limiter = rateLimiter({ clock: movable(), factor: 2 })
    expect(takeMany(() => limiter.take('signin', 'a'), 50)).toBe(20)
    expect(limiter.take('signin', 'b').ok).toBe(true)
    expect(limiter.take('upload', 'a').ok).toBe(true)
  })

  it('remembers a bounded number of callers, the busy ones longest', () => {
    const limiter = rateLimiter({ clock: movable(), factor: 1, remembered: 100 })
    takeMany(() => limiter.take('guestStart', 'busy'), 29)
    for (let n = 0; n < 99; n += 1) limiter.take('guestStart', `flood ${n}`)
    expect(limiter.take('guestStart', 'busy').ok).toBe(true)
    for (let n = 0; n < 99; n += 1) limiter.take('guestStart', `more ${n}`)
    expect(limiter.take('guestStart', 'busy').ok).toBe(false)
    limiter.take('guestStart', 'one too many')
    expect(limiter.take('guestStart', 'flood 0').ok).toBe(true)
  })
})

describe('address key', () => {
  it('takes one IPv6 network as one caller', () => {
    expect(addressKey('192.0.2.7')).toBe('192.0.2.7')
    expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(addressKey('2001:DB8:0001:2::9')).toBe('2001:db8:1:2::/64')
    expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(addressKey('::1')).toBe('0:0:0:0::/64')
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })
})
