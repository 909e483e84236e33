import type { RateClass } from '#contracts/endpoint.ts'
import * as m from '#i18n/messages.js'
import type { Clock } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { text } from '#server/platform/text/message.ts'
import { type Budget, CALLER_BUDGETS } from './budgets.ts'

/** Callers stored for each class: 20,000 at about 100 bytes each. The least recently seen is removed first. */
const MAX_CALLERS = 20_000

/** `left`: the units that may still be spent at once, and when all are back. */
export type RateDecision = ({ ok: true } | { ok: false; retryAfterSeconds: number }) & {
  left: { units: number; resetSeconds: number }
}
export type RateLimiter = {
  /** Counts one request against the caller's budget in this class. `key` identifies the caller: session, guest, member or address. */
  consume(rateClass: RateClass, key: string): RateDecision
  /** Counts `cost` units against a budget that several callers share. `name` identifies the budget, `key` who shares it. */
  consumeShared(name: string, key: string, budget: Budget, cost: number): RateDecision
}

/**
 * Counts requests per class and caller in this process's memory. Budgets refill evenly (a leaky bucket that needs one
 * number for each caller), so after a refusal the next request is accepted soon, not at the beginning of the next period.
 * `factor` multiplies every budget.
 */
export function rateLimiter(options: { clock: Clock; factor: number; maxCallers?: number }): RateLimiter {
  const maxCallers = options.maxCallers ?? MAX_CALLERS
  /** For each caller the time in ms at which the budget is full again. */
  const fullAt = new Map<string, Map<string, number>>()
  const consumeShared: RateLimiter['consumeShared'] = (name, key, { units, periodMs }, cost) => {
    const now = options.clock.now().getTime()
    const costMs = (cost * periodMs) / Math.max(1, units * options.factor)
    const callers = fullAt.get(name) ?? new Map<string, number>()
    fullAt.set(name, callers)
    // No budget needs longer than its period to be full; a later time was stored before the clock was set back.
    const stored = callers.get(key) ?? now
    const full = stored > now + periodMs + 1 ? now : Math.max(stored, now)
    const next = full + costMs
    const waitMs = next - now - periodMs
    // Rounding errors of the sums are smaller than this.
    const leftAt = (at: number) => ({
      units: Math.max(0, Math.floor((now + periodMs - at) / (costMs / cost) + 1e-6)),
      resetSeconds: Math.ceil((at - now) / 1000),
    })
    if (waitMs > 0.001)
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)), left: leftAt(full) }
    // Deleting first moves the key to the end: the map's order is the order of last use.
    callers.delete(key)
    callers.set(key, next)
    if (callers.size > maxCallers) callers.delete(callers.keys().next().value ?? key)
    return { ok: true, left: leftAt(next) }
  }
  return {
    consume: (rateClass, key) => consumeShared(rateClass, key, CALLER_BUDGETS[rateClass], 1),
    consumeShared,
  }
}

/** Throws rate_limited for a request that is beyond its budget, with the seconds until the next one is accepted. */
export function assertWithin(decision: RateDecision): void {
  if (decision.ok) return
  const seconds = decision.retryAfterSeconds
  throw new AppError('rate_limited', text(m.error_rate_limited_seconds, { seconds }), {
    retryAfterSeconds: seconds,
  })
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
