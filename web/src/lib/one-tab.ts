const LONGEST_WAIT_MS = 20_000

/**
 * Runs `work` while no other tab of this browser runs work of that name, after 20 s of waiting all the same. Without the browser's locks
 * (plain http, old browsers, a frame that may store nothing) no tab waits.
 */
export async function inOneTab<T>(name: string, work: () => Promise<T>): Promise<T> {
  let release = () => {}
  const isDone = new Promise<void>((done) => {
    release = done
  })
  await new Promise<void>((begin) => {
    const hold = () => {
      begin()
      return isDone
    }
    const { locks } = globalThis.navigator
    if (!locks) return begin()
    locks.request(`segue-${name}`, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }, hold).catch(() => begin())
  })
  try {
    return await work()
  } finally {
    release()
  }
}
