import { setImmediate as nextTurn } from 'node:timers/promises'

/** Nobody notices that the event loop was busy for so long. */
const LONGEST_MS = 5

/**
 * Pauses for long work that nobody waits for: awaited between its parts, a pause lets the event loop run what waits for it once the work has kept it busy
 * for 5 ms.
 */
export function createPauses(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < LONGEST_MS) return
    await nextTurn()
    since = now()
  }
}
