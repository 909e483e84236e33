import { CallError } from '#web/lib/call.ts'

const TRIES = 3
const FIRST_PAUSE_MS = 2000
const GROWTH = 1.5

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Repeats a call that found no connection, up to three times in all: 2 s and then 3 s apart. `onWait` is called before each pause. */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  onWait: () => void = () => undefined,
  wait: (ms: number) => Promise<void> = pause,
): Promise<T> {
  for (let tries = 1, ms = FIRST_PAUSE_MS; ; tries++, ms *= GROWTH) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === TRIES || !(error instanceof CallError) || error.code !== 'offline') throw error
      onWait()
      await wait(ms)
    }
  }
}
