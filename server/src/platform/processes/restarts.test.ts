import { expect, it } from 'vitest'
import { countEnds, MOST_ENDS, restartDelay } from './restarts.ts'

it('a process is started again at once, then after doubling delays, and not after the sixth end in a row', () => {
  const ends = Array.from({ length: MOST_ENDS }, (_, n) => n + 1)
  expect(ends.map(restartDelay)).toEqual([0, 500, 1000, 2000, 4000, null])
})

it('the row of ends begins anew when a process served for ten seconds', () => {
  expect(countEnds(0, null)).toBe(1)
  expect(countEnds(3, null)).toBe(4)
  expect(countEnds(3, 9_999)).toBe(4)
  expect(countEnds(3, 10_000)).toBe(1)
})
