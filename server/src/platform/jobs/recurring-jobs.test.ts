import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness } from '#test/harness.ts'
import { runForEach, startRecurringJobs } from './recurring-jobs.ts'

/** The server's own recurring jobs have the locks before it, and those are skipped while they run. */
const FIRST_UNUSED_LOCK = 100

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

  it('leaves connections to the work of all, however many begin at once', async () => {
    const done = new Set<number>()
    const jobs = Array.from({ length: FIRST_UNUSED_LOCK + 3 * h.platform.config.databasePool }, (_, n) => ({
      name: `test.${n}`,
      everySeconds: 3600,
      run: async () => {
        await h.platform.db.query('SELECT 1')
        done.add(n)
      },
    }))
    const stop = startRecurringJobs(h.platform, jobs)
    const ownLocks = jobs.map((_, n) => n).slice(FIRST_UNUSED_LOCK)
    await expect.poll(() => ownLocks.filter((n) => !done.has(n)), { timeout: 20_000 }).toEqual([])
    stop()
  })
})
