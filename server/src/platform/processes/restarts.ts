/** A process that ran so long after its start did not end because of the start. */
const STEADY_MS = 10_000
const FIRST_DELAY_MS = 500
/** So many ends in a row, each soon after a start, end the whole: starting it again does not help. */
export const MOST_ENDS = 6

/** The number of ends in a row, this one included. `readyForMs`: how long the process served; null when it never did. */
export const countEnds = (before: number, readyForMs: number | null): number =>
  readyForMs !== null && readyForMs >= STEADY_MS ? 1 : before + 1

/**
 * How long to wait before a process is started again, in milliseconds: not at all after a first end, then twice as long each time.
 * null: not again.
 */
export function restartDelay(ends: number): number | null {
  if (ends >= MOST_ENDS) return null
  return ends <= 1 ? 0 : FIRST_DELAY_MS * 2 ** (ends - 2)
}
