import type { JobWithMetadata } from 'pg-boss'
import type { Platform } from '#server/platform/platform.ts'
import type { Job } from './job.ts'
import { withWorkerSlot } from './worker-slots.ts'

/** Without a call it is looked this often: for tries that are due again, and for calls that were lost. */
const LOOK_EVERY_MS = 2000

type FetchedJob = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount' | 'retryLimit'>

/** What a worker needs of pg-queue. */
export type Queue = {
  fetch(name: string, options: { batchSize: number; includeMetadata: true }): Promise<FetchedJob[]>
  complete(name: string, job: FetchedJob): Promise<unknown>
  fail(name: string, jobs: FetchedJob | FetchedJob[], reason: object): Promise<unknown>
}

export type Worker = {
  /** Says that there may be a job now. */
  poll(): void
  /** Sets a free hand aside for a job that is being queued, if there is one. What it gives must be told how that ended. */
  reserveSlot(one: FetchedJob): ((isQueued: boolean) => void) | undefined
  /** Takes no more, and waits for what runs, at the latest for the given time; what was cut is tried again later. */
  stop(timeoutMs: number): Promise<void>
}

/**
 * Works on one queue: takes as many jobs as there are free hands, runs each by itself, and looks again while there may be more.
 * However many are called for at once, one look-up serves them all.
 */
export function startWorker(queue: Queue, platform: Platform, job: Job<unknown>): Worker {
  const running = new Map<FetchedJob, Promise<void>>()
  const waiting = new Set<FetchedJob>()
  /** Hands set aside. */
  let promised = 0
  let isCalled = true
  let isLooking = false
  let isStopped = false

  const free = (): number => job.concurrency + waiting.size - running.size - promised
  const look = async (): Promise<void> => {
    if (isLooking) return
    isLooking = true
    try {
      while (isCalled && !isStopped && free() > 0) {
        isCalled = false
        const batchSize = free()
        const found = await queue.fetch(job.name, { batchSize, includeMetadata: true })
        isCalled ||= found.length === batchSize
        for (const one of found) begin(one)
      }
    } catch (error) {
      platform.log.warn({ err: error, job: job.name }, 'the job queue could not be read; it is tried again')
    } finally {
      isLooking = false
    }
  }
  const begin = (one: FetchedJob): void => {
    let isOver = false
    const letGo = () => {
      if (isOver || waiting.size >= job.yieldedConcurrency) return
      waiting.add(one)
      if (isCalled) look()
    }
    const run = withWorkerSlot({ releaseSlot: letGo }, () => runAndReport(queue, platform, job, one)).finally(() => {
      isOver = true
      running.delete(one)
      waiting.delete(one)
      if (isCalled) look()
    })
    running.set(one, run)
  }
  const call = (): void => {
    isCalled = true
    look()
  }
  const rounds = setInterval(call, LOOK_EVERY_MS)
  call()
  return {
    poll: call,
    reserveSlot: (one) => {
      if (isStopped || free() <= 0) return undefined
      promised += 1
      return (isQueued) => {
        promised -= 1
        if (isQueued) begin(one)
        else if (isCalled) look()
      }
    },
    stop: async (timeoutMs) => {
      isStopped = true
      clearInterval(rounds)
      await within(timeoutMs, Promise.all(running.values())).catch(() => undefined)
      const cut = [...running.keys()]
      if (cut.length > 0) await queue.fail(job.name, cut, { name: 'stopped' })
    },
  }
}

/** Runs one job and tells the queue how it ended. Never throws: what cannot be told runs out by its time and is tried again. */
async function runAndReport(queue: Queue, platform: Platform, job: Job<unknown>, one: FetchedJob): Promise<void> {
  try {
    const fault = await runOne(platform, job, one)
    // The queue keeps what it is told: the error's name only, never values.
    if (fault) await queue.fail(job.name, one, { name: fault instanceof Error ? fault.name : 'error' })
    else await queue.complete(job.name, one)
  } catch (error) {
    platform.log.warn({ err: error, job: job.name, jobId: one.id }, 'how a job ended could not be stored')
  }
}

/** The error it failed with; null when it is done. */
async function runOne(platform: Platform, job: Job<unknown>, one: FetchedJob): Promise<unknown> {
  const parsed = job.payload.safeParse(one.data)
  if (!parsed.success) return parsed.error
  const payload = parsed.data
  try {
    await within(job.timeoutSeconds * 1000, job.run(platform, payload))
    platform.metrics.job(job.name, 'done')
    return null
  } catch (error) {
    const isLast = one.retryCount >= one.retryLimit
    platform.metrics.job(job.name, isLast ? 'given_up' : 'retry')
    platform.log.warn({ err: error, job: job.name, jobId: one.id, attempt: one.retryCount + 1 }, 'a job failed')
    if (isLast) await job.onGivenUp?.(platform, payload, error)
    return error
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('it took too long')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
