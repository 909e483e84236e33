import type { TenantId } from '#contracts/ids.ts'
import { runAs } from '#server/platform/acting-member.ts'
import { batched } from '#server/platform/batched.ts'
import type { OnTransactionEnd } from '#server/platform/db/tenant.ts'
import { untilAnswered } from '#server/platform/db/until-answered.ts'
import type { Platform } from '#server/platform/platform.ts'
import { reportError } from '#server/platform/system-errors/report-error.ts'
import { within } from '#server/platform/within.ts'
import { createBusinessSlots } from './business-slots.ts'
import type { Job } from './job.ts'
import { traceJob } from './trace-job.ts'
import { createFetching, type FetchedJob, holderOfJob, nextOf, type Queue } from './worker-fetching.ts'
import { withWorkerSlot } from './worker-slots.ts'

/** Workers poll this often without a notification, for retries that are due and for notifications that were lost. */
const POLL_INTERVAL_MS = 2000
/** So long after half of its slots were taken, a queue still holds others back: between two of many jobs there is a moment without any. */
const HOLDS_BACK_MS = 1000
/** The most jobs that one statement completes. */
const MAX_COMPLETED = 200
/** While other jobs run, an ended job waits for so many others, at most for so long, to be stored as completed with them. */
const HELD = 16
const HELD_MS = 1000
/** A commit that got no answer may still take place: what it queued is given back so much later once more. */
const COMMITS_LATE_MS = [2000, 15_000]

const tooLong = () => new Error('the job took too long')

export type Worker = {
  /** Fetches jobs soon, because there may be one. */
  poll(): void
  /**
   * Reserves a worker slot before the commit so that the job starts without polling; undefined when none is free. The function it
   * returns must be called with the end of the transaction. A job of which nobody knows whether it is stored is given back: it is marked as running.
   */
  reserveSlot(one: FetchedJob): OnTransactionEnd | undefined
  /** Whether jobs that can wait are to wait for this queue's. */
  isHoldingBack(): boolean
  /** Waits for a fetch under way and for the running jobs, at the latest for the given time; the rest is given back and retried later. */
  stop(timeoutMs: number): Promise<void>
}

type Fairness = {
  isHeldBack?: () => boolean
  /** The priority of what a business with no other job queues now (turn-order.ts). */
  priorityNow?: () => number
}

/**
 * Starts the worker of one queue. It fetches as many jobs as it has free worker slots and may fetch ahead, runs each by itself, and
 * fetches again while there may be more. Many notifications at once cause one fetch. Businesses take turns: one that has all the slots
 * that it may have leaves the others theirs (business-slots.ts).
 */
export function startWorker(
  queue: Queue,
  platform: Platform,
  job: Job<unknown>,
  { isHeldBack = () => false, priorityNow = () => 0 }: Fairness = {},
): Worker {
  const running = new Map<FetchedJob, Promise<void>>()
  /** Jobs fetched ahead: each begins when a slot is free. */
  const waiting: FetchedJob[] = []
  /** Running jobs that yielded their slot. */
  const yielded = new Set<FetchedJob>()
  const slots = createBusinessSlots(job)
  let isStopped = false
  const pace = createPace(job, isHeldBack)
  const outcomes = createOutcomes(queue, platform, job, () => running.size === 0)
  const onFetched = (): void => beginWaiting()
  const given = { queue, platform, job, slots, waiting }
  const fetching = createFetching({ ...given, mayFetch: pace.takeTurn, priorityNow, onFetched })
  const beginWaiting = (): void => {
    for (let next = nextOf(waiting, slots); next && !isStopped; next = nextOf(waiting, slots)) {
      waiting.splice(waiting.indexOf(next), 1)
      slots.take(holderOfJob(next))
      begin(next)
    }
    fetching.fetchIfDue()
  }
  const begin = (one: FetchedJob): void => {
    const releaseSlot = () => {
      if (!running.has(one) || yielded.has(one) || !slots.yield(holderOfJob(one))) return
      yielded.add(one)
      fetching.slotFreed()
      beginWaiting()
    }
    const ended = Promise.withResolvers<void>()
    // Before it begins: a job may yield its slot at once.
    running.set(one, ended.promise)
    const attempt = withWorkerSlot({ releaseSlot }, () => runAttempt(platform, job, one))
    const end = () => {
      // The slot is free while the outcome is stored.
      outcomes.store(one, attempt)
      running.delete(one)
      slots.release(holderOfJob(one), yielded.delete(one))
      fetching.slotFreed()
      ended.resolve()
      beginWaiting()
    }
    attempt.then(end, end)
    pace.began(running.size)
  }
  const poll = (): void => {
    fetching.due()
    beginWaiting()
  }
  const interval = setInterval(poll, POLL_INTERVAL_MS)
  beginWaiting()
  return {
    poll,
    reserveSlot: (one) => {
      const holder = holderOfJob(one)
      if (isStopped || !slots.isFree(holder)) return undefined
      slots.take(holder)
      return (end) => {
        if (end === 'committed') return begin(one)
        if (end === 'unknown') outcomes.giveBackUnknown(one)
        slots.release(holder, false)
        beginWaiting()
      }
    },
    isHoldingBack: pace.isHoldingBack,
    stop: async (timeoutMs) => {
      isStopped = true
      clearInterval(interval)
      await within(timeoutMs, Promise.all([fetching.stop(), ...running.values()]), tooLong).catch(() => undefined)
      outcomes.stopTrying()
      await outcomes.giveBack([...running.keys(), ...waiting])
      await outcomes.stored()
    },
  }
}

/** When a queue holds others back, and how often one that can wait is fetched meanwhile. */
function createPace({ holdsOthersBack, canWait, concurrency }: Job<unknown>, isHeldBack: () => boolean) {
  let heldBackAt = Number.NEGATIVE_INFINITY
  let fetchedAt = Number.NEGATIVE_INFINITY
  return {
    began: (running: number): void => {
      if (holdsOthersBack && running * 2 >= concurrency) heldBackAt = performance.now()
    },
    isHoldingBack: (): boolean => performance.now() - heldBackAt < HOLDS_BACK_MS,
    /** Whether it may fetch now; it does then. */
    takeTurn: (): boolean => {
      if (canWait && performance.now() - fetchedAt < POLL_INTERVAL_MS && isHeldBack()) return false
      fetchedAt = performance.now()
      return true
    },
  }
}

/**
 * Stores the outcomes of a queue's jobs. Many jobs that end at once, or while others run, are completed by one statement; where a job
 * that has not ended keeps another one with its key from being queued, none waits for that.
 */
function createOutcomes(queue: Queue, platform: Platform, job: Job<unknown>, isIdle: () => boolean) {
  const storing = new Set<Promise<void>>()
  const completeNow = batched<FetchedJob, unknown>((jobs) => {
    const completed = queue.complete(job.name, jobs)
    return jobs.map(() => completed)
  }, MAX_COMPLETED)
  const isHeld = !job.keyOf || job.isQueuedWhileRunning
  const held = createHeld((jobs) => queue.complete(job.name, jobs), isIdle)
  const complete = isHeld ? held.add : completeNow
  let isStopped = false
  // The queue takes an outcome for one attempt only, so that one which comes twice or late changes nothing.
  const store = (work: () => Promise<unknown>) => untilAnswered(work, job.timeoutSeconds * 1000, () => isStopped)
  // Never throws: a job whose outcome could not be stored is retried after its time-out.
  const storeOutcome = async (one: FetchedJob, attempt: Promise<unknown>): Promise<void> => {
    try {
      const failure = await attempt
      // The queue stores the reason: only the error's name, because its message may contain customers' texts.
      const reason = { name: failure instanceof Error ? failure.name : 'error' }
      await store(() => (failure ? queue.fail(job.name, one, reason) : complete(one)))
    } catch (error) {
      platform.log.warn({ err: error, job: job.name, jobId: one.id }, 'the outcome of a job could not be stored')
    }
  }
  // Never throws either: what the queue cannot be told does not keep the server from stopping.
  const giveBack = async (jobs: FetchedJob[]): Promise<void> => {
    held.flush()
    if (jobs.length === 0) return
    await queue.fail(job.name, jobs, { name: 'stopped' }).catch((error: unknown) => {
      platform.log.warn({ err: error, job: job.name }, 'jobs cut by the stop are retried only after their time-out')
    })
  }
  const keep = (one: FetchedJob, attempt: Promise<unknown>): void => {
    const stored = storeOutcome(one, attempt).finally(() => storing.delete(stored))
    storing.add(stored)
  }
  return {
    giveBack,
    store: keep,
    /** A job whose commit got no answer: it may be there, or be there in some seconds, and nobody runs it. */
    giveBackUnknown: (one: FetchedJob): void => {
      const giveBackNow = () => {
        if (!isStopped) keep(one, Promise.resolve(new Error('the commit was not answered')))
      }
      giveBackNow()
      for (const ms of COMMITS_LATE_MS) setTimeout(giveBackNow, ms).unref()
    },
    /** From here on an outcome is stored at once or not at all. */
    stopTrying: () => {
      isStopped = true
    },
    stored: () => Promise.all(storing),
  }
}

/** Holds ended jobs back until there are enough of them, the first has waited long enough, or nothing else runs. */
function createHeld(complete: (jobs: FetchedJob[]) => Promise<unknown>, isIdle: () => boolean) {
  let jobs: FetchedJob[] = []
  let completed = Promise.withResolvers<unknown>()
  let timer: NodeJS.Timeout | undefined
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    if (jobs.length === 0) return
    completed.resolve(complete(jobs))
    jobs = []
    completed = Promise.withResolvers<unknown>()
  }
  const add = (one: FetchedJob): Promise<unknown> => {
    const { promise } = completed
    jobs.push(one)
    if (jobs.length >= HELD || isIdle()) flush()
    else timer ??= setTimeout(flush, HELD_MS)
    return promise
  }
  return { add, flush }
}

/** Counts the attempt for the business whose job it is. */
function countJob({ load }: Platform, payload: unknown): void {
  const { tenantId } = (payload ?? {}) as { tenantId?: unknown }
  if (typeof tenantId === 'string') load.count(tenantId as TenantId, 'jobs')
}

/** Runs one attempt. The error it failed with, or null; rejects where the last failure could not be shown. */
async function runAttempt(platform: Platform, job: Job<unknown>, one: FetchedJob): Promise<unknown> {
  const parsed = job.payload.safeParse(one.data)
  if (!parsed.success) return parsed.error
  const payload = parsed.data
  countJob(platform, payload)
  const traced = { name: job.name, data: one.data, attempt: one.retryCount + 1 }
  try {
    await within(
      job.timeoutSeconds * 1000,
      runAs(null, () => traceJob(platform.tracing, traced, () => job.run(platform, payload))),
      tooLong,
    )
    platform.metrics.job(job.name, 'done')
    return null
  } catch (error) {
    const isLast = one.retryCount >= one.retryLimit
    platform.metrics.job(job.name, isLast ? 'given_up' : 'retry')
    platform.log.warn({ err: error, job: job.name, jobId: one.id, attempt: one.retryCount + 1 }, 'a job failed')
    reportError(platform, { source: job.name, error })
    if (isLast) await job.onGivenUp?.(platform, payload, error)
    return error
  }
}
