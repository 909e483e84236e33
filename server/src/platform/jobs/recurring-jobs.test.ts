import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { runForEach } from './recurring-jobs.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({})
})
afterAll(() => h.stop())

describe('a recurring job', () => {
  it('runs for every item, also when one of them fails', async () => {
    const done: number[] = []
    await runForEach(h.platform, [1, 2, 3], async (one) => {
      if (one === 2) throw new Error('no')
      done.push(one)
    })
    expect(done).toEqual([1, 3])
  })
})
