/** Runs one read at a time. A request during a read leads to one more read, since the running one may already be outdated. */
export function createSerialReader(readOnce: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let isAskedAgain = false
  const run = async () => {
    do {
      isAskedAgain = false
      await readOnce()
    } while (isAskedAgain)
  }
  return () => {
    if (running) isAskedAgain = true
    running ??= run().finally(() => {
      running = null
    })
    return running
  }
}
