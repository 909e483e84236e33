import type { Platform } from '#server/platform/platform.ts'

/** So many failures in a row, and a provider is left alone for a while. */
const FAILURES = 3
const OPEN_MS = 30_000
/** A rate limit that names no time, and the longest that is believed. */
const PAUSE_MS = 20_000
const LONGEST_PAUSE_MS = 3_600_000
/** A probe that never came back does not block the next one for ever. */
const PROBE_MS = 30_000

const NEVER = Number.NEGATIVE_INFINITY

type State = { failures: number; openUntil: number; probedAt: number }

/** Remembers which providers fail, by business and key, so that nobody waits for one that is down. */
export type Breaker = {
  /** Whether to call now. After a pause one caller is let through to try; the others wait for what it finds. */
  mayCall(key: string, now: number): boolean
  succeeded(key: string): void
  failed(key: string, now: number): void
  /** Closed to calls for the time the provider asked for. */
  paused(key: string, now: number, seconds: number | null): void
  /** Gives a probe back that came to nothing by no fault of the provider's. */
  released(key: string): void
}

export function createBreaker(): Breaker {
  const states = new Map<string, State>()
  const of = (key: string): State => {
    const state = states.get(key) ?? { failures: 0, openUntil: 0, probedAt: NEVER }
    states.set(key, state)
    return state
  }
  return {
    mayCall: (key, now) => {
      const state = states.get(key)
      if (!state || state.openUntil === 0) return true
      if (now < state.openUntil || now < state.probedAt + PROBE_MS) return false
      state.probedAt = now
      return true
    },
    succeeded: (key) => {
      states.delete(key)
    },
    failed: (key, now) => {
      const state = of(key)
      state.failures += 1
      state.probedAt = NEVER
      if (state.failures >= FAILURES) state.openUntil = now + OPEN_MS
    },
    paused: (key, now, seconds) => {
      const ms = seconds === null ? PAUSE_MS : Math.min(Math.max(seconds, 1) * 1000, LONGEST_PAUSE_MS)
      Object.assign(of(key), { openUntil: now + ms, probedAt: NEVER })
    },
    released: (key) => {
      const state = states.get(key)
      if (state) state.probedAt = NEVER
    },
  }
}

const breakers = new WeakMap<Platform, Breaker>()

/** The breaker of this process. Each process learns by itself; a refused key is stored and known to all. */
export function breakerOf(platform: Platform): Breaker {
  const made = breakers.get(platform) ?? createBreaker()
  breakers.set(platform, made)
  return made
}
