import { setTimeout as wait } from 'node:timers/promises'
import type { TestClient } from '#test/client.ts'

export type Seen = { id: string; author: string; body: string; at: number }

/** A stream of a chat as a browser follows it: it connects again by itself and resumes after the last event it had. */
export type Follower = {
  seen: Seen[]
  reconnects: number
  /** When it connected, each time. */
  openedAt: number[]
  stop(): Promise<void>
}

export function follow(client: TestClient, path: string, after: string): Follower {
  const follower: Follower = { seen: [], reconnects: -1, openedAt: [], stop: async () => undefined }
  let isStopped = false
  let close: (() => void) | undefined
  const run = async (): Promise<void> => {
    let last = after
    while (!isStopped) {
      try {
        const stream = await client.stream(path, last)
        follower.reconnects += 1
        follower.openedAt.push(performance.now())
        close = stream.close
        const known = { length: 0 }
        const take = () => {
          for (const { id, event } of stream.received.slice(known.length)) {
            known.length += 1
            if (id !== null) last = id
            if (event.type !== 'message.created' && event.type !== 'message.changed') continue
            const { id: messageId, author, body } = event.message
            // What a client that resumes has not had yet comes as changed where it was changed meanwhile.
            const isKnown = event.type === 'message.changed' && follower.seen.some((one) => one.id === messageId)
            if (author === 'system' || isKnown) continue
            follower.seen.push({ id: messageId, author, body, at: performance.now() })
          }
        }
        const timer = setInterval(take, 2)
        await stream.ended
        clearInterval(timer)
        take()
      } catch {
        // The node may not answer for a moment.
      }
      await wait(100)
    }
  }
  const running = run()
  follower.stop = async () => {
    isStopped = true
    close?.()
    await running
  }
  return follower
}
