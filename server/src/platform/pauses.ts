import { setImmediate as nextTurn } from 'node:timers/promises'

/** Nobody notices that the thread was busy for so long. */
const LONGEST_MS = 5

/**
 * For long work of which nobody waits for the next step: awaited between its parts, it lets everything else that waits for the thread go first once
 * the work has had it for 5 ms.
 */
export function createPauses(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now()
  return async () => {
    if (now() - since < LONGEST_MS) return
    await nextTurn()
    since = now()
  }
}
