import { CallError } from '#web/lib/call.ts'

const RETRIES = 2
const PAUSE_MS = 1000

/** Runs a save, and again up to twice at intervals of a second while the service is unavailable. */
export async function saveWithRetries<T>(save: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await save()
    } catch (error) {
      const isUnavailable = error instanceof CallError && (error.code === 'unavailable' || error.code === 'offline')
      if (!isUnavailable || failures === RETRIES) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
