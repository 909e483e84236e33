import { describe, expect, it } from 'vitest'
import { createBreaker } from './breaker.ts'

describe('[H3] the breaker', () => {
  it('opens after three failures in a row, lets one try after a while, and closes when that works', () => {
    const breaker = createBreaker()
    breaker.failed('k', 0)
    breaker.failed('k', 0)
    expect(breaker.mayCall('k', 1)).toBe(true)
    breaker.failed('k', 1)
    expect(breaker.mayCall('k', 29_000)).toBe(false)
    expect(breaker.mayCall('other', 2)).toBe(true)
    expect([breaker.mayCall('k', 30_001), breaker.mayCall('k', 30_002)]).toEqual([true, false])
    breaker.failed('k', 30_100)
    expect(breaker.mayCall('k', 60_000)).toBe(false)
    expect(breaker.mayCall('k', 60_101)).toBe(true)
    breaker.succeeded('k')
    expect([breaker.mayCall('k', 60_102), breaker.mayCall('k', 60_102)]).toEqual([true, true])
  })

  it('forgets failures that a success follows', () => {
    const breaker = createBreaker()
    for (let round = 0; round < 5; round += 1) {
      breaker.failed('k', 0)
      breaker.failed('k', 0)
      breaker.succeeded('k')
    }
    expect(breaker.mayCall('k', 0)).toBe(true)
  })

  it('waits as long as the provider asks, and believes no more than an hour', () => {
    const breaker = createBreaker()
    breaker.paused('k', 0, 7)
    expect([breaker.mayCall('k', 6999), breaker.mayCall('k', 7000)]).toEqual([false, true])
    breaker.paused('long', 0, 86_400)
    expect([breaker.mayCall('long', 3_599_999), breaker.mayCall('long', 3_600_000)]).toEqual([false, true])
    breaker.paused('untold', 0, null)
    expect([breaker.mayCall('untold', 19_999), breaker.mayCall('untold', 20_000)]).toEqual([false, true])
  })

  it('does not wait for ever for a try that never came back, nor for one that was given back', () => {
    const breaker = createBreaker()
    breaker.paused('k', 0, 1)
    expect(breaker.mayCall('k', 1000)).toBe(true)
    breaker.released('k')
    expect(breaker.mayCall('k', 1001)).toBe(true)
    expect([breaker.mayCall('k', 1002), breaker.mayCall('k', 31_001)]).toEqual([false, true])
  })
})
