import { expect, it } from 'vitest'
import { batched, byKey } from './batched.ts'

it('a call that comes alone runs at once, and those that come meanwhile share the next batch', async () => {
  const batches: number[][] = []
  const double = batched<number, number>((items) => {
    batches.push(items)
    return items.map(async (item) => item * 2)
  }, 3)
  expect(await Promise.all([1, 2, 3, 4, 5].map(double))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
})

it('a batch that waits for more contains the calls that come meanwhile', async () => {
  const batches: number[][] = []
  const gathered = batched<number, number>(
    (items) => {
      batches.push(items)
      return items.map(async (item) => item)
    },
    3,
    5,
  )
  const first = gathered(1)
  // Later, but before any timer.
  for (let turn = 0; turn < 20; turn += 1) await null
  expect(await Promise.all([first, ...[2, 3, 4].map(gathered)])).toEqual([1, 2, 3, 4])
  expect(batches).toEqual([[1, 2, 3], [4]])
})

it('one call for each key serves its items, and its failure fails no other key', async () => {
  const calls: string[][] = []
  const run = async (ofKey: string[]) => {
    calls.push(ofKey)
    if (ofKey.includes('b1')) throw new Error('no')
    return (item: string) => item.toUpperCase()
  }
  const results = byKey(['a1', 'b1', 'a2'], (item) => item.slice(0, 1), run)
  expect((await Promise.allSettled(results)).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
  ])
  expect(await Promise.all([results[0], results[2]])).toEqual(['A1', 'A2'])
  expect(calls).toEqual([['a1', 'a2'], ['b1']])
})
