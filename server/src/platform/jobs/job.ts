import type { z } from 'zod'
import type { Platform } from '#server/platform/platform.ts'

export type EnqueueOptions = {
  /** Not before this moment. */
  startAfter?: Date
}

/** A piece of work that outlives the request that asked for it. Named imperatively: `assistant.answer`. */
export type Job<P> = {
  readonly name: string
  readonly payload: z.ZodType<P>
  /** How often it is tried in all; later tries wait longer (exponential, with jitter). */
  readonly attempts: number
  readonly retryDelaySeconds: number
  readonly retryDelayMaxSeconds: number
  /** A try that takes longer counts as failed; a killed process is noticed by this too. */
  readonly timeoutSeconds: number
  /** How many run at once in one process. */
  readonly concurrency: number
  /** How many more may wait for other servers meanwhile (see hands.ts); 0. */
  readonly yieldedConcurrency: number
  /** Somebody waits for it: the process that queues it begins it at the commit, if it has a hand free. */
  readonly isUrgent: boolean
  /** While a job with the same key waits, runs or is about to be tried again, another one is not queued. */
  readonly keyOf?: (payload: P) => string
  run(platform: Platform, payload: P): Promise<void>
  /** After the last try failed: what must still happen, so that nothing ends in silence. */
  onGivenUp?: (platform: Platform, payload: P, error: unknown) => Promise<void>
}

type Given<P> = Pick<Job<P>, 'name' | 'payload' | 'run'> & Partial<Job<P>>

/** Declares a job as one value; the registry knows jobs by these values only. */
export const job = <P>(given: Given<P>): Job<P> => ({
  attempts: 3,
  retryDelaySeconds: 1,
  retryDelayMaxSeconds: 60,
  timeoutSeconds: 60,
  concurrency: 10,
  yieldedConcurrency: 0,
  isUrgent: false,
  ...given,
})

/** Work that comes round by itself (every so many seconds, on one process at a time). */
export type RecurringJob = {
  readonly name: string
  readonly everySeconds: number
  run(platform: Platform): Promise<void>
}
