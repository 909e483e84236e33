import { AsyncLocalStorage } from 'node:async_hooks'

type WorkerSlot = { releaseSlot(): void }

const slots = new AsyncLocalStorage<WorkerSlot>()

/** Runs work in a worker slot. */
export const withWorkerSlot = <T>(slot: WorkerSlot, work: () => T): T => slots.run(slot, work)

/**
 * Called in a job that from here on only waits for another server: another job may use its worker slot. Does nothing outside of
 * jobs, and where a job's `yieldedConcurrency` is used up.
 */
export const yieldSlot = (): void => slots.getStore()?.releaseSlot()
