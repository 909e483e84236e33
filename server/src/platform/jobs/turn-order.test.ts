import { describe, expect, it } from 'vitest'
import { createTurnOrder, waitedForItsOwn } from './turn-order.ts'

const AT = Date.UTC(2026, 1, 3)

describe('the order of jobs in turns', () => {
  it('puts a business with one job before the rest of a flood, and two floods side by side', () => {
    const order = createTurnOrder(() => AT)
    const place = (holder: string) => order.place({ queue: 'work', holder, from: 0 })
    const flood = Array.from({ length: 1000 }, () => place('loud'))
    const quiet = place('quiet')
    expect(flood.filter((priority) => priority >= quiet)).toHaveLength(1)
    const second = Array.from({ length: 1000 }, () => place('also loud'))
    expect(second).toEqual(flood)
    expect(place('loud')).toBe(quiet - 1000)
    expect(place('quiet')).toBe(quiet - 1)
  })

  it('counts each queue by itself, and forgets what time has reached', () => {
    let now = AT
    const order = createTurnOrder(() => now)
    const ahead = (queue: string) => order.priorityNow() - order.place({ queue, holder: 'loud', from: 0 })
    for (let n = 0; n < 10; n++) ahead('mails')
    expect(ahead('answers')).toBe(0)
    now += 60_000
    expect(ahead('mails')).toBe(0)
  })

  it('gives a job for later the place of its moment, and what is queued now a place that is not behind it', () => {
    const order = createTurnOrder(() => AT)
    const later = order.place({ queue: 'work', holder: 'a', from: AT + 3_600_000 })
    expect(later).toBeLessThan(order.priorityNow())
    expect(order.place({ queue: 'work', holder: 'b', from: 0 })).toBe(order.priorityNow())
  })

  it('stays within the integers of the queue', () => {
    const order = createTurnOrder(() => Date.UTC(2080, 0, 1))
    expect(order.priorityNow()).toBeGreaterThan(-(2 ** 31))
  })

  it('tells a job that waited for others of its business from one that waited as all do', () => {
    const order = createTurnOrder(() => AT)
    const places = Array.from({ length: 100 }, () => order.place({ queue: 'work', holder: 'loud', from: 0 }))
    const hasWaited = (n: number, seconds: number) =>
      waitedForItsOwn({ priority: places[n] ?? 0, startAfter: new Date(AT) }, AT + seconds * 1000)
    expect([hasWaited(99, 40), hasWaited(99, 10), hasWaited(0, 40)]).toEqual([true, false, false])
  })
})
