import type { RateClass } from '#contracts/endpoint.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Requests per minute and caller in each class, over all routes of the class. A caller may send them all at once. */
const RATES_PER_MINUTE: Record<RateClass, number> = {
  read: 1200,
  write: 300,
  /** By address, because the caller is not signed in yet. Sign-in itself limits the attempts at one account. */
  signin: 10,
  guestStart: 30,
  guestWrite: 60,
  upload: 30,
  stream: 60,
}

/** Callers stored for each class: 20,000 at about 100 bytes each. The least recently seen is removed first. */
const MAX_CALLERS = 20_000
const MINUTE_MS = 60_000

export type RateDecision = { ok: true } | { ok: false; retryAfterSeconds: number }
export type RateLimiter = {
  /** Counts one request against the caller's budget in this class. `key` identifies the caller: session, guest, member or address. */
  consume(rateClass: RateClass, key: string): RateDecision
}

/**
 * Counts requests per class and caller in this process's memory. Budgets refill evenly (a leaky bucket that needs one
 * number for each caller), so after a refusal the next request is accepted within seconds, not at the next full minute.
 * `factor` multiplies every budget.
 */
export function rateLimiter(options: { clock: Clock; factor: number; maxCallers?: number }): RateLimiter {
  const maxCallers = options.maxCallers ?? MAX_CALLERS
  /** For each caller the time in ms at which the budget is full again. */
  const fullAt = new Map<RateClass, Map<string, number>>()
  return {
    consume(rateClass, key) {
      const now = options.clock.now().getTime()
      const costMs = MINUTE_MS / Math.max(1, RATES_PER_MINUTE[rateClass] * options.factor)
      const callers = fullAt.get(rateClass) ?? new Map<string, number>()
      fullAt.set(rateClass, callers)
      // No budget needs more than a minute to be full; a later time was stored before the clock was set back.
      const stored = callers.get(key) ?? now
      const full = stored > now + MINUTE_MS + 1 ? now : Math.max(stored, now)
      const next = full + costMs
      const waitMs = next - now - MINUTE_MS
      // Rounding errors of the sums are smaller than this.
      if (waitMs > 0.001) return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
      // Deleting first moves the key to the end: the map's order is the order of last use.
      callers.delete(key)
      callers.set(key, next)
      if (callers.size > maxCallers) callers.delete(callers.keys().next().value ?? key)
      return { ok: true }
    },
  }
}

/**
 * The rate limiter's key for an address: IPv4 as it is, IPv6 by its first 64 bits, because one caller has a whole /64.
 */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === '' ? [] : tail.split(':')
  const groups = address.includes('::')
    ? [...front, ...Array<string>(Math.max(0, 8 - front.length - back.length)).fill('0'), ...back]
    : front
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
