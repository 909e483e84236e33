import { describe, expect, it } from 'vitest'
import { createCircuitBreaker } from './circuit-breaker.ts'

describe('[H3] the circuit breaker', () => {
  it('opens after three failures in a row, allows one probe after 30 s, and closes when the probe succeeds', () => {
    const breaker = createCircuitBreaker()
    breaker.recordFailure('k', 0)
    breaker.recordFailure('k', 0)
    expect(breaker.mayCall('k', 1)).toBe(true)
    breaker.recordFailure('k', 1)
    expect(breaker.mayCall('k', 29_000)).toBe(false)
    expect(breaker.mayCall('other', 2)).toBe(true)
    expect([breaker.mayCall('k', 30_001), breaker.mayCall('k', 30_002)]).toEqual([true, false])
    breaker.recordFailure('k', 30_100)
    expect(breaker.mayCall('k', 60_000)).toBe(false)
    expect(breaker.mayCall('k', 60_101)).toBe(true)
    breaker.recordSuccess('k')
    expect([breaker.mayCall('k', 60_102), breaker.mayCall('k', 60_102)]).toEqual([true, true])
  })

  it('resets the failure count after a success', () => {
    const breaker = createCircuitBreaker()
    for (let round = 0; round < 5; round += 1) {
      breaker.recordFailure('k', 0)
      breaker.recordFailure('k', 0)
      breaker.recordSuccess('k')
    }
    expect(breaker.mayCall('k', 0)).toBe(true)
  })

  it('pauses for the time the provider states, at most an hour, and 20 s without a stated time', () => {
    const breaker = createCircuitBreaker()
    breaker.pause('k', 0, 7)
    expect([breaker.mayCall('k', 6999), breaker.mayCall('k', 7000)]).toEqual([false, true])
    breaker.pause('long', 0, 86_400)
    expect([breaker.mayCall('long', 3_599_999), breaker.mayCall('long', 3_600_000)]).toEqual([false, true])
    breaker.pause('unstated', 0, null)
    expect([breaker.mayCall('unstated', 19_999), breaker.mayCall('unstated', 20_000)]).toEqual([false, true])
  })

  it('allows the next probe after a released one at once, and after a lost one when 30 s have passed', () => {
    const breaker = createCircuitBreaker()
    breaker.pause('k', 0, 1)
    expect(breaker.mayCall('k', 1000)).toBe(true)
    breaker.releaseProbe('k')
    expect(breaker.mayCall('k', 1001)).toBe(true)
    expect([breaker.mayCall('k', 1002), breaker.mayCall('k', 31_001)]).toEqual([false, true])
  })
})
