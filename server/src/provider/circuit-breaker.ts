import type { Platform } from '#server/platform/platform.ts'
import { processState } from '#server/platform/process-state.ts'

/** The circuit opens after this many failures in a row. */
const FAILURES = 3
const OPEN_MS = 30_000
/** The pause for a rate limit without a stated time, and the longest stated time that is honoured. */
const PAUSE_MS = 20_000
const LONGEST_PAUSE_MS = 3_600_000
/** After this time without a result a probe no longer blocks the next one. */
const PROBE_MS = 30_000

const NEVER = Number.NEGATIVE_INFINITY

type State = { failures: number; openUntil: number; probedAt: number }

/** A circuit breaker per provider key and model, so that no request waits for a provider that is down. */
export type CircuitBreaker = {
  /** Whether to call now. After a pause only one call passes as a probe; the others stay blocked until its result. */
  mayCall(key: string, now: number): boolean
  recordSuccess(key: string): void
  recordFailure(key: string, now: number): void
  /** Blocks calls for the time the provider stated. */
  pause(key: string, now: number, seconds: number | null): void
  /** Releases a probe that ended without a result of the provider. */
  releaseProbe(key: string): void
}

export function createCircuitBreaker(): CircuitBreaker {
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
    recordSuccess: (key) => {
      states.delete(key)
    },
    recordFailure: (key, now) => {
      const state = of(key)
      state.failures += 1
      state.probedAt = NEVER
      if (state.failures >= FAILURES) state.openUntil = now + OPEN_MS
    },
    pause: (key, now, seconds) => {
      const ms = seconds === null ? PAUSE_MS : Math.min(Math.max(seconds, 1) * 1000, LONGEST_PAUSE_MS)
      Object.assign(of(key), { openUntil: now + ms, probedAt: NEVER })
    },
    releaseProbe: (key) => {
      const state = states.get(key)
      if (state) state.probedAt = NEVER
    },
  }
}

const circuitBreaker = processState('circuit breaker of the providers', createCircuitBreaker)

/** The circuit breaker of this process. Only rejected keys are stored and known to all processes. */
export const circuitBreakerOf = (platform: Platform): CircuitBreaker => platform.state(circuitBreaker)
