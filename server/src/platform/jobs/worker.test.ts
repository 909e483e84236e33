import { setTimeout as wait } from 'node:timers/promises'
import type { JobWithMetadata } from 'pg-boss'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'
import { type Job, job } from './job.ts'
import { type Queue, startWorker, type Worker } from './worker.ts'
import { yieldSlot } from './worker-slots.ts'

/** A queue in memory that counts how often it is looked into. */
function queueOf(waiting: unknown[]) {
  const told = { looks: 0, done: [] as unknown[], failed: [] as unknown[] }
  const queue: Queue = {
    fetch: async (_, { batchSize }) => {
      told.looks += 1
      await wait(1)
      return waiting.splice(0, batchSize).map((data) => ({ data, retryCount: 0, retryLimit: 2 }) as JobWithMetadata)
    },
    complete: async (_, { data }) => told.done.push(data),
    fail: async (_, jobs, reason) => told.failed.push([jobs, reason]),
  }
  return { queue, told }
}

const platform = { log: pino({ level: 'silent' }), metrics: { job: () => undefined } } as unknown as Platform

const numbered = (given: Partial<Job<number>>) =>
  job({ name: 'count', payload: z.number(), run: async () => undefined, ...given }) as Job<unknown>

async function during(worker: Worker, work: () => unknown): Promise<void> {
  try {
    await work()
  } finally {
    await worker.stop(0)
  }
}

describe('a worker', () => {
  it('works off what came at once, more than it has hands, without waiting for its next round', async () => {
    const { queue, told } = queueOf(Array.from({ length: 50 }, (_, n) => n))
    const worker = startWorker(queue, platform, numbered({ concurrency: 4, run: () => wait(1) }))
    await during(worker, () => expect.poll(() => told.done.length, { timeout: 40_000 }).toBe(50))
  })

  it('looks once for many calls that come together', async () => {
    const { queue, told } = queueOf([])
    const worker = startWorker(queue, platform, numbered({}))
    await wait(10)
    const before = told.looks
    for (let n = 0; n < 20; n++) worker.poll()
    await wait(20)
    expect(told.looks - before).toBeLessThanOrEqual(2)
    await worker.stop(0)
  })

  it('lets a slow job hold up no other', async () => {
    const { queue, told } = queueOf([0, 1, 2, 3, 4, 5])
    const run = (_: Platform, n: number) => wait(n === 0 ? 5000 : 1, undefined, { ref: false })
    const worker = startWorker(queue, platform, numbered({ concurrency: 2, run }))
    await during(worker, () => expect.poll(() => told.done, { timeout: 40_000 }).toEqual([1, 2, 3, 4, 5]))
  })

  it('has a hand free for each job that only waits for others, as many as may', async () => {
    const { queue } = queueOf([0, 1, 2, 3, 4, 5, 6, 7])
    let begun = 0
    const run = async () => {
      begun += 1
      await wait(1)
      yieldSlot()
      await wait(5000, undefined, { ref: false })
    }
    const worker = startWorker(queue, platform, numbered({ concurrency: 2, yieldedConcurrency: 3, run }))
    await during(worker, async () => {
      await expect.poll(() => begun, { timeout: 40_000 }).toBe(5)
      await wait(30)
      expect(begun).toBe(5)
    })
  })

  it('fails what takes too long or cannot be read, by the name of the fault only', async () => {
    const { queue, told } = queueOf(['not a number', 7])
    const run = () => wait(5000, undefined, { ref: false })
    const worker = startWorker(queue, platform, numbered({ run, timeoutSeconds: 0.02 }))
    await during(worker, () =>
      expect
        .poll(() => told.failed.map((one) => JSON.stringify(one)), { timeout: 40_000 })
        .toEqual([expect.stringContaining('{"name":"ZodError"}'), expect.stringContaining('{"name":"Error"}')]),
    )
  })

  it('takes on what is being queued while a hand is free, and tells how it ended', async () => {
    const { queue, told } = queueOf([])
    const worker = startWorker(queue, platform, numbered({ concurrency: 1, run: () => wait(20) }))
    const one = (data: number) => ({ id: String(data), data, retryCount: 0, retryLimit: 2 })
    const begin = worker.reserveSlot(one(1))
    expect(worker.reserveSlot(one(2))).toBeUndefined()
    begin?.(true)
    expect(worker.reserveSlot(one(2))).toBeUndefined()
    await during(worker, async () => {
      await expect.poll(() => told.done, { timeout: 40_000 }).toEqual([1])
      // One that came to nothing leaves its hand to the next.
      worker.reserveSlot(one(2))?.(false)
      worker.reserveSlot(one(4))?.(true)
      await expect.poll(() => told.done, { timeout: 40_000 }).toEqual([1, 4])
    })
    expect(worker.reserveSlot(one(3))).toBeUndefined()
  })

  it('gives back what it could not end before it stops', async () => {
    const { queue, told } = queueOf([1])
    const worker = startWorker(queue, platform, numbered({ run: () => wait(5000, undefined, { ref: false }) }))
    await wait(20)
    await worker.stop(10)
    expect(told.failed).toEqual([[[expect.objectContaining({ data: 1 })], { name: 'stopped' }]])
  })
})
