import { setTimeout as wait } from 'node:timers/promises'
import type { JobWithMetadata } from 'pg-boss'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import { NO_TRACING } from '#server/platform/tracing/tracing.ts'
import { holderOf } from './business-slots.ts'
import { type Job, job } from './job.ts'
import { startWorker, type Worker } from './worker.ts'
import type { Queue } from './worker-fetching.ts'
import { yieldSlot } from './worker-slots.ts'

/** A queue in memory that counts its fetches and completions and stores the outcomes. */
function queueOf(waiting: unknown[]) {
  const seen = { fetches: 0, passing: 0, completions: 0, done: [] as unknown[], failed: [] as unknown[] }
  const queue: Queue = {
    fetch: async (_, { batchSize, ignoreGroups = [] }) => {
      seen.fetches += 1
      if (ignoreGroups.length > 0) seen.passing += 1
      await wait(1)
      const given = waiting.filter((data) => !ignoreGroups.includes(holderOf(data))).slice(0, batchSize)
      for (const data of given) waiting.splice(waiting.indexOf(data), 1)
      return given.map((data) => ({ data, retryCount: 0, retryLimit: 2 }) as JobWithMetadata)
    },
    complete: async (_, jobs) => {
      seen.completions += 1
      seen.done.push(...jobs.map(({ data }) => data))
    },
    fail: async (_, jobs, reason) => seen.failed.push([jobs, reason]),
  }
  return { queue, seen }
}

const platform = {
  log: pino({ level: 'silent' }),
  metrics: { job: () => undefined },
  tracing: NO_TRACING,
  load: { count: () => undefined },
  // The list of errors, which the owner's tests prove.
  state: () => ({ add: () => undefined }),
} as unknown as Platform

const numbered = (given: Partial<Job<number>>) =>
  job({ name: 'count', payload: z.number(), run: async () => undefined, ...given }) as Job<unknown>

const ofTenants = (given: Partial<Job<{ tenantId: string }>>) =>
  job({
    name: 'work',
    payload: z.object({ tenantId: z.string() }),
    run: async () => undefined,
    ...given,
  }) as Job<unknown>

async function during(worker: Worker, work: () => unknown): Promise<void> {
  try {
    await work()
  } finally {
    await worker.stop(0)
  }
}

describe('a worker', () => {
  it('fetches again at once while more jobs than worker slots are queued', async () => {
    const { queue, seen } = queueOf(Array.from({ length: 50 }, (_, n) => n))
    const worker = startWorker(queue, platform, numbered({ concurrency: 4, run: () => wait(1) }))
    await during(worker, () => expect.poll(() => seen.done.length, { timeout: 40_000 }).toBe(50))
  })

  it('[V3] is held back while a flood of others is under way, but goes on slowly, and at once after it', async () => {
    const flood = queueOf(Array.from({ length: 8 }, (_, n) => n))
    const waiting = queueOf(Array.from({ length: 6 }, (_, n) => n))
    const floodEnd = Promise.withResolvers<void>()
    const mails = { concurrency: 4, holdsOthersBack: true, run: () => floodEnd.promise }
    const pressing = startWorker(flood.queue, platform, numbered(mails))
    await expect.poll(() => pressing.isHoldingBack(), { timeout: 40_000 }).toBe(true)
    const patient = startWorker(waiting.queue, platform, numbered({ concurrency: 2, canWait: true }), {
      isHeldBack: pressing.isHoldingBack,
    })
    await expect.poll(() => waiting.seen.done.length, { timeout: 40_000 }).toBe(2)
    for (let n = 0; n < 20; n++) patient.poll()
    await wait(50)
    expect(waiting.seen.fetches).toBe(1)
    floodEnd.resolve()
    await expect.poll(() => pressing.isHoldingBack(), { timeout: 40_000 }).toBe(false)
    patient.poll()
    await expect.poll(() => waiting.seen.done.length, { timeout: 40_000 }).toBe(6)
    await Promise.all([patient.stop(0), pressing.stop(0)])
  })

  it('fetches at most twice for twenty notifications at once', async () => {
    const { queue, seen } = queueOf([])
    const worker = startWorker(queue, platform, numbered({}))
    await wait(10)
    const before = seen.fetches
    for (let n = 0; n < 20; n++) worker.poll()
    await wait(20)
    expect(seen.fetches - before).toBeLessThanOrEqual(2)
    await worker.stop(0)
  })

  it('gives the free slots to other businesses while one has all that it may have, whose rest stays in the queue', async () => {
    const flood = Array.from({ length: 30 }, (_, n) => ({ tenantId: 'loud', n }))
    const waiting: unknown[] = [...flood]
    const { queue, seen } = queueOf(waiting)
    const asked: object[] = []
    const fetch: Queue['fetch'] = async (name, options) => {
      if (options.ignoreGroups) asked.push({ ignored: options.ignoreGroups, from: options.minPriority })
      return queue.fetch(name, options)
    }
    const floodEnd = Promise.withResolvers<void>()
    const begun: string[] = []
    const run = async (_: unknown, { tenantId }: { tenantId: string }) => {
      begun.push(tenantId)
      if (tenantId === 'loud') await floodEnd.promise
    }
    const worker = startWorker({ ...queue, fetch }, platform, ofTenants({ concurrency: 4, run }), {
      priorityNow: () => -7,
    })
    await during(worker, async () => {
      await expect.poll(() => begun.length, { timeout: 40_000 }).toBe(4)
      waiting.push({ tenantId: 'quiet', n: 0 })
      worker.poll()
      await expect.poll(() => begun.includes('quiet'), { timeout: 40_000 }).toBe(true)
      expect(begun.filter((tenantId) => tenantId === 'loud')).toHaveLength(4)
      expect(asked[0]).toEqual({ ignored: ['loud'], from: -67 })
      floodEnd.resolve()
      await expect.poll(() => seen.done.length, { timeout: 40_000 }).toBe(31)
    })
  })

  it('begins of the jobs fetched ahead first those of the business that has fewest slots', async () => {
    const fetched = ['loud', 'loud', 'loud', 'loud', 'quiet'].map((tenantId, n) => ({ tenantId, n }))
    const { queue } = queueOf(fetched)
    const ends: (() => void)[] = []
    const begun: string[] = []
    const run = (_: unknown, { tenantId }: { tenantId: string }) => {
      begun.push(tenantId)
      return new Promise<void>((end) => ends.push(end))
    }
    const worker = startWorker(queue, platform, ofTenants({ concurrency: 2, fetchedAhead: 8, run }))
    await during(worker, async () => {
      await expect.poll(() => begun.length, { timeout: 40_000 }).toBe(3)
      expect(begun).toEqual(['loud', 'quiet', 'loud'])
      for (let n = 0; n < 5; n++) {
        await expect.poll(() => ends.length, { timeout: 40_000 }).toBeGreaterThan(0)
        ends.shift()?.()
      }
    })
  })

  it('runs the other jobs while one is slow', async () => {
    const { queue, seen } = queueOf([0, 1, 2, 3, 4, 5])
    const run = (_: Platform, n: number) => wait(n === 0 ? 5000 : 1, undefined, { ref: false })
    const worker = startWorker(queue, platform, numbered({ concurrency: 2, run }))
    await during(worker, () => expect.poll(() => seen.done, { timeout: 40_000 }).toEqual([1, 2, 3, 4, 5]))
  })

  it.each([
    ['at once', () => null],
    ['after a while', () => wait(1)],
  ])('starts another job for each that yielded its slot %s, up to yieldedConcurrency', async (_, before) => {
    const { queue } = queueOf([0, 1, 2, 3, 4, 5, 6, 7])
    let started = 0
    const run = async () => {
      started += 1
      const first = before()
      if (first) await first
      yieldSlot()
      await wait(5000, undefined, { ref: false })
    }
    const worker = startWorker(queue, platform, numbered({ concurrency: 2, yieldedConcurrency: 3, run }))
    await during(worker, async () => {
      await expect.poll(() => started, { timeout: 40_000 }).toBe(5)
      await wait(30)
      expect(started).toBe(5)
    })
  })

  it('fetches ahead as many jobs as it may, and begins them as slots become free', async () => {
    const { queue, seen } = queueOf(Array.from({ length: 40 }, (_, n) => n))
    let [now, most] = [0, 0]
    const run = async () => {
      now += 1
      most = Math.max(most, now)
      await wait(1)
      now -= 1
    }
    const worker = startWorker(queue, platform, numbered({ concurrency: 2, fetchedAhead: 8, run }))
    await during(worker, async () => {
      await expect.poll(() => seen.done.length, { timeout: 40_000 }).toBe(40)
      expect(most).toBe(2)
      // Each gets eight at least but the last; those that look for other businesses' jobs meanwhile get none.
      expect(seen.fetches - seen.passing).toBeLessThanOrEqual(6)
    })
  })

  it('gives back the jobs it fetched ahead when it stops', async () => {
    const { queue, seen } = queueOf([1, 2, 3])
    const run = () => wait(5000, undefined, { ref: false })
    const worker = startWorker(queue, platform, numbered({ concurrency: 1, fetchedAhead: 8, run }))
    await expect.poll(() => seen.fetches, { timeout: 40_000 }).toBe(1)
    await wait(20)
    await worker.stop(10)
    expect(seen.failed).toEqual([[[1, 2, 3].map((data) => expect.objectContaining({ data })), { name: 'stopped' }]])
  })

  it('gives back the jobs that a fetch brings while it stops', async () => {
    const { queue, seen } = queueOf([1, 2])
    const worker = startWorker(queue, platform, numbered({}))
    await worker.stop(40_000)
    expect(seen.failed).toEqual([[[1, 2].map((data) => expect.objectContaining({ data })), { name: 'stopped' }]])
  })

  it('completes jobs that end while another runs together with it, but at once where one with the same key waits for that', async () => {
    const completed = async (given: Partial<Job<number>>) => {
      const { queue, seen } = queueOf([0, 1, 2])
      let whileRunning = -1
      const run = async (_: Platform, n: number) => {
        // Longer than the others and their completion, without a timer.
        for (let turn = 0; n === 0 && turn < 100; turn += 1) await null
        if (n === 0) whileRunning = seen.done.length
      }
      const worker = startWorker(queue, platform, numbered({ run, ...given }))
      await during(worker, () => expect.poll(() => seen.done.length, { timeout: 40_000 }).toBe(3))
      return { whileRunning, completions: seen.completions }
    }
    expect(await completed({})).toEqual({ whileRunning: 0, completions: 1 })
    expect(await completed({ keyOf: String, isQueuedWhileRunning: true })).toEqual({ whileRunning: 0, completions: 1 })
    expect(await completed({ keyOf: String })).toMatchObject({ whileRunning: 2 })
  })

  it('fails a job that takes too long or has an invalid payload, and stores only the name of the error', async () => {
    const { queue, seen } = queueOf(['not a number', 7])
    const run = () => wait(5000, undefined, { ref: false })
    const worker = startWorker(queue, platform, numbered({ run, timeoutSeconds: 0.02 }))
    await during(worker, () =>
      expect
        .poll(() => seen.failed.map((one) => JSON.stringify(one)), { timeout: 40_000 })
        .toEqual([expect.stringContaining('{"name":"ZodError"}'), expect.stringContaining('{"name":"Error"}')]),
    )
  })

  it('runs a job for which a slot was reserved before the commit, and stores its outcome', async () => {
    const { queue, seen } = queueOf([])
    const worker = startWorker(queue, platform, numbered({ concurrency: 1, run: () => wait(20) }))
    const one = (data: number) => ({ id: String(data), data, retryCount: 0, retryLimit: 2 })
    const onEnd = worker.reserveSlot(one(1))
    expect(worker.reserveSlot(one(2))).toBeUndefined()
    onEnd?.('committed')
    expect(worker.reserveSlot(one(2))).toBeUndefined()
    await during(worker, async () => {
      await expect.poll(() => seen.done, { timeout: 40_000 }).toEqual([1])
      // A reservation whose transaction rolled back frees its slot.
      worker.reserveSlot(one(2))?.('rolled-back')
      worker.reserveSlot(one(4))?.('committed')
      await expect.poll(() => seen.done, { timeout: 40_000 }).toEqual([1, 4])
    })
    expect(worker.reserveSlot(one(3))).toBeUndefined()
  })

  it('stores the outcomes of jobs that ended while the database did not answer, as soon as it answers', async () => {
    const { queue, seen } = queueOf([1, 2])
    const { complete, fail } = queue
    let isSilent = true
    const silent = () => Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    queue.complete = (...given) => (isSilent ? silent() : complete(...given))
    queue.fail = (...given) => (isSilent ? silent() : fail(...given))
    const run = (_: Platform, n: number) => (n === 1 ? wait(1) : Promise.reject(new TypeError('a fault')))
    const worker = startWorker(queue, platform, numbered({ run }))
    await during(worker, async () => {
      await wait(100)
      isSilent = false
      await expect.poll(() => seen.done, { timeout: 40_000 }).toEqual([1])
      await expect
        .poll(() => seen.failed, { timeout: 40_000 })
        .toEqual([[expect.objectContaining({ data: 2 }), { name: 'TypeError' }]])
    })
  })

  it('gives a job back when nobody knows whether its transaction committed, without running it', async () => {
    const { queue, seen } = queueOf([])
    let runs = 0
    const run = async () => {
      runs += 1
    }
    const worker = startWorker(queue, platform, numbered({ concurrency: 1, run }))
    const one = { id: '1', data: 1, retryCount: 0, retryLimit: 2 }
    await during(worker, async () => {
      worker.reserveSlot(one)?.('unknown')
      await expect.poll(() => seen.failed, { timeout: 40_000 }).toEqual([[one, { name: 'Error' }]])
      expect(worker.reserveSlot(one)).toBeDefined()
      expect(runs).toBe(0)
    })
  })

  it('fails the jobs it could not finish when it stops, so that they are retried', async () => {
    const { queue, seen } = queueOf([1])
    const worker = startWorker(queue, platform, numbered({ run: () => wait(5000, undefined, { ref: false }) }))
    await wait(20)
    await worker.stop(10)
    expect(seen.failed).toEqual([[[expect.objectContaining({ data: 1 })], { name: 'stopped' }]])
  })

  it('stops also when the queue cannot be told about the jobs it could not finish', async () => {
    const { queue } = queueOf([1])
    queue.fail = () => Promise.reject(new Error('the database is gone'))
    const worker = startWorker(queue, platform, numbered({ run: () => wait(5000, undefined, { ref: false }) }))
    await wait(20)
    await worker.stop(10)
  })
})
