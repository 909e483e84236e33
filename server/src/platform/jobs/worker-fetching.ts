import type { JobWithMetadata } from 'pg-boss'
import type { Platform } from '#server/platform/platform.ts'
import { type BusinessSlots, type Holder, holderOf } from './business-slots.ts'
import type { Job } from './job.ts'

/** While a business has all that it may have, the jobs of others are looked for so often at most, however many are queued. */
const PASS_OVER_MS = 50
/** Priorities are seconds (turn-order.ts). */
const AHEAD_SECONDS = 60

export type FetchedJob = Pick<JobWithMetadata<unknown>, 'id' | 'data' | 'retryCount' | 'retryLimit'>

type FetchOptions = { batchSize: number; includeMetadata: true; ignoreGroups?: string[]; minPriority?: number }

/** What a worker needs of pg-boss. */
export type Queue = {
  fetch(name: string, options: FetchOptions): Promise<FetchedJob[]>
  complete(name: string, jobs: FetchedJob[]): Promise<unknown>
  fail(name: string, jobs: FetchedJob | FetchedJob[], reason: object): Promise<unknown>
}

export const holderOfJob = ({ data }: FetchedJob): Holder => holderOf(data)

type Fetching = {
  queue: Queue
  platform: Platform
  job: Job<unknown>
  slots: BusinessSlots
  /** Where the fetched jobs go. */
  waiting: FetchedJob[]
  /** Whether the queue may fetch now, beside others. */
  mayFetch(): boolean
  priorityNow(): number
  onFetched(): void
}

/** Fetches jobs while there may be some and there is a slot for them, one statement at a time. */
export function createFetching({ queue, platform, job, slots, waiting, mayFetch, priorityNow, onFetched }: Fetching) {
  let [isDue, isFetching, isStopped] = [true, false, false]
  let fetching = Promise.resolve()
  const passing = createPassing(() => fetchIfDue())
  const hasRoom = (): boolean =>
    // Jobs that an earlier version queued name no business, so that they are not passed over.
    waiting.length <= job.concurrency + job.fetchedAhead && !nextOf(waiting, slots) && slots.room > 0
  const fetchOnce = async (full: Holder[]): Promise<void> => {
    isDue = false
    const isPassing = full.length > 0
    // Up to a minute ahead, where others may have queued many at once: behind it are the floods of the full businesses, which are not read through.
    const passedOver = isPassing ? { ignoreGroups: full, minPriority: priorityNow() - AHEAD_SECONDS } : {}
    const batchSize = slots.room + (isPassing ? 0 : job.fetchedAhead)
    const fetched = await queue.fetch(job.name, { batchSize, includeMetadata: true, ...passedOver })
    isDue ||= fetched.length === batchSize || full.length > slots.full().length
    waiting.push(...fetched)
    passing.fetched(isPassing)
    onFetched()
  }
  const fetchWhileDue = async (): Promise<void> => {
    isFetching = true
    try {
      while (isDue && !isStopped && hasRoom()) {
        const full = slots.full()
        if ((full.length > 0 && !passing.takeTurn()) || !mayFetch()) break
        await fetchOnce(full)
      }
    } catch (error) {
      platform.log.warn({ err: error, job: job.name }, 'jobs could not be fetched; the worker polls again')
    } finally {
      isFetching = false
    }
  }
  const fetchIfDue = (): void => {
    if (isDue && !isFetching) fetching = fetchWhileDue()
  }
  return {
    /** There may be a job. */
    due: (): void => {
      isDue = true
    },
    /** A slot is free again: what was passed over may be fetched. */
    slotFreed: (): void => {
      isDue ||= passing.isOn()
    },
    fetchIfDue,
    /** Resolves when the fetch under way has ended. */
    stop: (): Promise<void> => {
      isStopped = true
      passing.stop()
      return fetching
    },
  }
}

/** Of the jobs that may begin the first one of whoever has fewest slots. */
export function nextOf(waiting: readonly FetchedJob[], slots: BusinessSlots): FetchedJob | undefined {
  let next: FetchedJob | undefined
  for (const one of waiting) {
    if (!slots.isFree(holderOfJob(one))) continue
    if (!next || slots.of(holderOfJob(one)) < slots.of(holderOfJob(next))) next = one
  }
  return next
}

/** How often jobs of others are looked for while businesses are full, and whether some of theirs may have been left in the queue. */
function createPassing(again: () => void) {
  let [isOn, at] = [false, Number.NEGATIVE_INFINITY]
  let timer: NodeJS.Timeout | undefined
  return {
    isOn: () => isOn,
    /** Whether it may look now; else it does later. */
    takeTurn: (): boolean => {
      const rest = at + PASS_OVER_MS - performance.now()
      if (rest <= 0) {
        at = performance.now()
        return true
      }
      timer ??= setTimeout(() => {
        timer = undefined
        again()
      }, rest)
      return false
    },
    fetched: (isPassing: boolean): void => {
      isOn = isPassing
    },
    stop: () => clearTimeout(timer),
  }
}
