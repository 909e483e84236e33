import { expect, it } from 'vitest'
import { createPositions, walPosition } from './positions.ts'

it('a position of PostgreSQL’s log is read from its notation, and grows over the border of a part', () => {
  expect(walPosition('16/B374D848')).toBe(0x16_b374d848n)
  expect(walPosition('1/0') - walPosition('0/FFFFFFFF')).toBe(1n)
})

it('what was acknowledged by a time is held by the first position that was asked for afterwards, and by no earlier one', () => {
  const positions = createPositions()
  positions.add(100, 10n)
  positions.add(200, 20n)
  positions.add(300, 30n)
  expect([50, 100, 101, 250, 300, 301].map(positions.holding)).toEqual([10n, 10n, 20n, 30n, 30n, null])
})

it('who replayed up to a position surely has what was acknowledged when the last one up to it was asked for', () => {
  const positions = createPositions()
  positions.add(100, 10n)
  positions.add(200, 20n)
  expect([9n, 10n, 19n, 25n].map(positions.heldAt)).toEqual([null, 100, 100, 200])
})
