import type { RateClass } from '#contracts/endpoint.ts'
import type { Clock } from '#server/platform/clock.ts'

/** Requests a minute that one caller has in each class, over all routes of the class. A caller may use them at once. */
const RATES_PER_MINUTE: Record<RateClass, number> = {
  read: 1200,
  write: 300,
  /** By address, before anybody is known; tries at one account are counted by sign-in itself. */
  signin: 10,
  guestStart: 30,
  guestWrite: 60,
  upload: 30,
  stream: 60,
}

/** Callers remembered per class: 20,000 at about 100 bytes each. The one not heard of for longest is forgotten first. */
const REMEMBERED = 20_000
const MINUTE_MS = 60_000

export type Taken = { ok: true } | { ok: false; retryAfterSeconds: number }
export type RateLimiter = {
  /** Spends one request of the caller's budget in this class. `key` names the caller: session, guest, member or address. */
  take(rateClass: RateClass, key: string): Taken
}

/**
 * Counts requests per class and caller in this process's memory. Budgets refill evenly (a leaky bucket that needs one
 * number for each caller), so after a refusal the next request is let in within seconds, not at the turn of a minute.
 * `factor` multiplies every budget.
 */
export function rateLimiter(options: { clock: Clock; factor: number; remembered?: number }): RateLimiter {
  const remembered = options.remembered ?? REMEMBERED
  /** For each caller the moment at which the budget is whole again. */
  const wholeAgainAt = new Map<RateClass, Map<string, number>>()
  return {
    take(rateClass, key) {
      const now = options.clock.now().getTime()
      const costMs = MINUTE_MS / Math.max(1, RATES_PER_MINUTE[rateClass] * options.factor)
      const callers = wholeAgainAt.get(rateClass) ?? new Map<string, number>()
      wholeAgainAt.set(rateClass, callers)
      // No budget is further off than a minute; one that seems so is from before the clock was put back.
      const kept = callers.get(key) ?? now
      const whole = kept > now + MINUTE_MS + 1 ? now : Math.max(kept, now)
      const next = whole + costMs
      const waitMs = next - now - MINUTE_MS
      // Sums of fractions drift by less than this.
      if (waitMs > 0.001) return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) }
      // Written anew, it moves to the end: the map's order is the order of last use.
      callers.delete(key)
      callers.set(key, next)
      if (callers.size > remembered) callers.delete(callers.keys().next().value ?? key)
      return { ok: true }
    },
  }
}

/**
 * The name of an address for a budget: IPv4 as it is, IPv6 by its first 64 bits, since one caller has that many.
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
