import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'

export type EnqueueOptions = {
  /** Not before this moment. */
  startAfter?: Date
}

/** Work that continues after the request that queued it. Named imperatively: `assistant.answer`. */
export type Job<P> = {
  readonly name: string
  readonly payload: z.ZodType<P>
  /** Attempts in all; the delay before a retry grows (exponential, with jitter). */
  readonly attempts: number
  readonly retryDelaySeconds: number
  readonly retryDelayMaxSeconds: number
  /** An attempt that takes longer has failed. The job of a killed process is retried after this time too. */
  readonly timeoutSeconds: number
  /** For so long an ended job is kept, for the platform owner's list of failed ones; an hour. */
  readonly keptSeconds: number
  /** Worker slots of one process: so many jobs run at once. */
  readonly concurrency: number
  /** How many more jobs a process may fetch at once, which wait for its slots: for many short jobs, with a long time-out beside them; 0. */
  readonly fetchedAhead: number
  /** How many jobs may run beyond that because they yielded their slot while they wait for another server (worker-slots.ts); 0. */
  readonly yieldedConcurrency: number
  /** A person waits for the result: the process that queues the job starts it at the commit if it has a free worker slot. */
  readonly isUrgent: boolean
  /** While half of its worker slots are taken, jobs that can wait are held back: for a flood of work that people see the result of. */
  readonly holdsOthersBack: boolean
  /** While others hold it back, it is fetched every two seconds only, so that it goes on slowly. */
  readonly canWait: boolean
  /** While a job with the same key is queued, running or waiting for a retry, another one is not queued. */
  readonly keyOf?: (payload: P) => string
  /** With `keyOf`: one more is queued while one is running, for a job whose result also depends on what changed since it began. */
  readonly isQueuedWhileRunning?: boolean
  run(platform: Platform, payload: P): Promise<void>
  /** Runs after the last attempt failed, so that the failure is shown to somebody. */
  onGivenUp?: (platform: Platform, payload: P, error: unknown) => Promise<void>
}

type Given<P> = Pick<Job<P>, 'name' | 'payload' | 'run'> & Partial<Job<P>>

/** Declares a job; domains.ts registers it. */
export const job = <P>(given: Given<P>): Job<P> => ({
  attempts: 3,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60,
  keptSeconds: 3600,
  concurrency: 10,
  fetchedAhead: 0,
  yieldedConcurrency: 0,
  isUrgent: false,
  holdsOthersBack: false,
  canWait: false,
  ...given,
})

/** Work that repeats every so many seconds, in one process at a time. */
export type RecurringJob = {
  readonly name: string
  readonly everySeconds: number
  run(platform: Platform): Promise<void>
}
