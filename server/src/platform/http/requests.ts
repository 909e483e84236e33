import type { Server } from 'node:http'

/** Counts the running requests of a server. */
export type RunningRequests = {
  /** From here on each reply is the last one of its connection: whoever sends the next request opens another, which leads to another node. */
  closeAfterReplies(): void
  /** Resolves when no request runs, at the latest after `limitMs`. */
  finished(limitMs: number): Promise<void>
}

export function watchRequests(server: Server): RunningRequests {
  let running = 0
  let isClosing = false
  const waiting = new Set<() => void>()
  // Before the request is answered.
  server.prependListener('request', (_, response) => {
    if (isClosing) response.shouldKeepAlive = false
    running += 1
    response.once('close', () => {
      running -= 1
      if (running > 0) return
      for (const finish of waiting) finish()
    })
  })
  return {
    closeAfterReplies: () => {
      isClosing = true
    },
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
