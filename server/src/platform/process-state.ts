import type { Platform } from './platform.ts'

/**
 * State that a domain holds in memory for one process: caches, circuit breakers, worker threads. A domain declares it once with
 * `processState` and reads it with `platform.state(declaration)`. Other nodes must not depend on it.
 */
export type ProcessState<T> = {
  readonly name: string
  create(platform: Platform): T
  close?(value: T): Promise<void>
}

/** Declares a state. It is created at its first use and closed, if need be, with the platform, before the database closes. */
export const processState = <T>(
  name: string,
  create: (platform: Platform) => T,
  close?: (value: T) => Promise<void>,
): ProcessState<T> => ({ name, create, ...(close ? { close } : {}) })

/** A value to use in place of the one a declaration would create. */
export type GivenState = { state: ProcessState<unknown>; value: unknown }

export const givenState = <T>(state: ProcessState<T>, value: T): GivenState => ({
  state: state as ProcessState<unknown>,
  value,
})

export type ProcessStates = {
  get<T>(state: ProcessState<T>): T
  /** Closes what was created, the newest first. */
  close(): Promise<void>
}

export function createProcessStates(platform: () => Platform, given: readonly GivenState[] = []): ProcessStates {
  const values = new Map<ProcessState<unknown>, unknown>(given.map(({ state, value }) => [state, value]))
  const closers: (() => Promise<void>)[] = []
  return {
    get: <T>(state: ProcessState<T>): T => {
      const key = state as ProcessState<unknown>
      if (!values.has(key)) {
        const value = state.create(platform())
        values.set(key, value)
        closers.push(async () => state.close?.(value))
      }
      return values.get(key) as T
    },
    close: async () => {
      values.clear()
      for (const close of closers.splice(0).reverse()) await close()
    },
  }
}
