import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose request it is that reads. `mayBeStale`: they have changed nothing of late that a replica may lack. */
export type Reader = { mayBeStale: boolean; hasChanged: boolean }

const readers = new AsyncLocalStorage<Reader>()

/** Runs the handling of a request. */
export const readAs = <T>(reader: Reader, run: () => T): T => readers.run(reader, run)

/** Whether what runs is a request of somebody who may be shown what was true some seconds ago. Jobs and commands are none. */
export const mayReadStale = (): boolean => readers.getStore()?.mayBeStale ?? false

/** The request changes something: what it reads from now on, and its sender for a while, must be as new as that. */
export function noteChange(): void {
  const reader = readers.getStore()
  if (reader) Object.assign(reader, { mayBeStale: false, hasChanged: true })
}
