import { AsyncLocalStorage } from 'node:async_hooks'

type WorkerSlot = { releaseSlot(): void }

const hands = new AsyncLocalStorage<WorkerSlot>()

/** Runs a piece of work as one of a worker's hands. */
export const withWorkerSlot = <T>(hand: WorkerSlot, work: () => T): T => hands.run(hand, work)

/**
 * Says that the job one is in does nothing from here on but wait for somebody else's server: its hand is free for another job. Does
 * nothing outside of jobs, and for jobs that are not to run in greater number.
 */
export const yieldSlot = (): void => hands.getStore()?.releaseSlot()
