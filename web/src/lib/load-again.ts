/** Pauses before each further try, in milliseconds. */
const PAUSES_MS = [400, 1200, 3600]

/** Loads code, and tries again by itself after growing pauses, at once when the browser is online again. Throws the last failure. */
export async function loadAgain<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise<unknown>((resolve) => {
        setTimeout(resolve, pause)
        addEventListener('online', resolve, { once: true })
      })
    }
  }
  return load()
}
