import type { Server } from 'node:http'

/** Counts the running requests of a server. */
export type RunningRequests = {
  /** Resolves when no request runs, at the latest after `limitMs`. */
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
      for (const finish of waiting) finish()
    })
  })
  return {
    finished: (limitMs) =>
      new Promise((resolve) => {
        if (running === 0) return resolve()
        const finish = () => {
          clearTimeout(timer)
          waiting.delete(finish)
          resolve()
        }
        const timer = setTimeout(finish, limitMs)
        waiting.add(finish)
      }),
  }
}
