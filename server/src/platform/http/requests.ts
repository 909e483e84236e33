import type { Server } from 'node:http'

/** Counts the running requests of a server. */
export type RunningRequests = {
  /** Resolves when none is, at the latest after the time. */
  finished(limitMs: number): Promise<void>
}

export function watchRequests(server: Server): RunningRequests {
  let running = 0
  const waiting = new Set<() => void>()
  server.on('request', (_, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
      if (running > 0) return
      for (const go of waiting) go()
    })
  })
  return {
    finished: (limitMs) =>
      new Promise((resolve) => {
        if (running === 0) return resolve()
        const go = () => {
          clearTimeout(timer)
          waiting.delete(go)
          resolve()
        }
        const timer = setTimeout(go, limitMs)
        waiting.add(go)
      }),
  }
}
