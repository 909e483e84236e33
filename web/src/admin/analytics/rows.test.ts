import { expect, it } from 'vitest'
import { bucketsOf } from './rows.ts'

it('[S6] a long period is drawn in weeks that add up to it, each with the instants of its rows', () => {
  const start = (n: number) => new Date(Date.UTC(2025, 0, 1 + n)).toISOString()
  const days = Array.from({ length: 100 }, (_, n) => ({
    day: start(n).slice(0, 10),
    start: start(n),
    created: n,
    resolved: 1,
    backlog: n,
  }))
  const period = { end: start(100) } as never
  expect(bucketsOf({ days: days.slice(0, 31), period })).toHaveLength(31)
  const weeks = bucketsOf({ days, period })
  expect(weeks).toHaveLength(15)
  expect(weeks[0]).toEqual({
    day: '2025-01-01',
    start: start(0),
    end: start(7),
    created: 21,
    resolved: 7,
    backlog: 6,
  })
  expect(weeks.at(-1)).toMatchObject({ start: start(98), end: start(100), created: 197, backlog: 99 })
})
