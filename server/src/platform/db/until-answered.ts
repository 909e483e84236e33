import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#server/platform/errors.ts'
import { asAppError } from './database-errors.ts'

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 1000]

/**
 * Does it again while the database does not answer, for what is wrong until it is done and harmless when it is done twice. After `limitMs`, or once it
 * is stopped, it throws the last error.
 */
export async function untilAnswered<T>(
  work: () => Promise<T>,
  limitMs: number,
  isStopped: () => boolean = () => false,
): Promise<T> {
  const until = performance.now() + limitMs
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isUnavailable(error) || isStopped() || performance.now() + waitMs > until) throw error
    }
    await wait(waitMs)
  }
}

function isUnavailable(error: unknown): boolean {
  const known = asAppError(error)
  return known instanceof AppError && known.code === 'unavailable'
}
