import { describe, expect, it } from 'vitest'
import { addressKey, rateLimiter } from './rates.ts'

const movable = () => {
  let ms = Date.parse('2026-01-01T00:00:00Z')
  return { now: () => new Date(ms), forward: (seconds: number) => (ms += seconds * 1000) }
}

const countAccepted = (consume: () => { ok: boolean }, times: number) =>
  Array.from({ length: times }, consume).filter((decision) => decision.ok).length

describe('rate limiter', () => {
  it.each([
    ['read', 1200],
    ['write', 300],
    ['signin', 10],
    ['guestStart', 30],
    ['guestWrite', 60],
    ['guestSearch', 40],
    ['upload', 30],
    ['stream', 60],
  ] as const)('accepts %s requests at once up to the budget of %i a minute', (rateClass, budget) => {
    const limiter = rateLimiter({ clock: movable(), factor: 1 })
    expect(countAccepted(() => limiter.consume(rateClass, 'a'), budget + 50)).toBe(budget)
  })

  it('accepts the next request after exactly the reported retryAfterSeconds', () => {
    const clock = movable()
    const limiter = rateLimiter({ clock, factor: 1 })
    countAccepted(() => limiter.consume('signin', 'a'), 10)
    const refused = limiter.consume('signin', 'a')
    expect(refused).toEqual({ ok: false, retryAfterSeconds: 6, left: { units: 0, resetSeconds: 60 } })
    clock.forward(5)
    expect(limiter.consume('signin', 'a').ok).toBe(false)
    clock.forward(1)
    expect(limiter.consume('signin', 'a').ok).toBe(true)
    expect(limiter.consume('signin', 'a').ok).toBe(false)
    clock.forward(60)
    expect(countAccepted(() => limiter.consume('signin', 'a'), 20)).toBe(10)
  })

  it('counts units against a shared budget, which comes back evenly over its period', () => {
    const clock = movable()
    const limiter = rateLimiter({ clock, factor: 1 })
    const spend = (cost: number) => limiter.consumeShared('uploads', 'a', { units: 10, periodMs: 3_600_000 }, cost)
    expect([spend(6).ok, spend(5).ok, spend(4).ok]).toEqual([true, false, true])
    expect(spend(2)).toEqual({ ok: false, retryAfterSeconds: 720, left: { units: 0, resetSeconds: 3600 } })
    clock.forward(720)
    expect([spend(2).ok, spend(1).ok]).toEqual([true, false])
  })

  it('counts each caller and each class separately and multiplies the budget by the factor', () => {
    const limiter = rateLimiter({ clock: movable(), factor: 2 })
    expect(countAccepted(() => limiter.consume('signin', 'a'), 50)).toBe(20)
    expect(limiter.consume('signin', 'b').ok).toBe(true)
    expect(limiter.consume('upload', 'a').ok).toBe(true)
  })

  it('stores a bounded number of callers and removes the least recently seen first', () => {
    const limiter = rateLimiter({ clock: movable(), factor: 1, maxCallers: 100 })
    countAccepted(() => limiter.consume('guestStart', 'busy'), 29)
    for (let n = 0; n < 99; n += 1) limiter.consume('guestStart', `flood ${n}`)
    expect(limiter.consume('guestStart', 'busy').ok).toBe(true)
    for (let n = 0; n < 99; n += 1) limiter.consume('guestStart', `more ${n}`)
    expect(limiter.consume('guestStart', 'busy').ok).toBe(false)
    limiter.consume('guestStart', 'one too many')
    expect(limiter.consume('guestStart', 'flood 0').ok).toBe(true)
  })
})

it('a guest has 20 tickets an hour', () => {
  const clock = movable()
  const limiter = rateLimiter({ clock, factor: 1 })
  expect(countAccepted(() => limiter.consume('guestTicket', 'a'), 30)).toBe(20)
  clock.forward(180)
  expect(countAccepted(() => limiter.consume('guestTicket', 'a'), 30)).toBe(1)
})

describe('address key', () => {
  it('is one key for an IPv6 /64 network', () => {
    expect(addressKey('192.0.2.7')).toBe('192.0.2.7')
    expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7')
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
    expect(addressKey('2001:DB8:0001:2::9')).toBe('2001:db8:1:2::/64')
    expect(addressKey('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(addressKey('::1')).toBe('0:0:0:0::/64')
    expect(addressKey('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
  })
})
