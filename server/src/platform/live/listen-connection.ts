import { Client } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { LIVE_CHANNEL } from './packet.ts'

/** The node's one LISTEN connection. It reconnects by itself, with backoff, and then calls `onGap`: events may be missing. */
export function createListenConnection(
  parts: { url: string; log: Log },
  receive: (payload: string) => Promise<void>,
  onGap: () => void,
) {
  let client: Client | null = null
  let isStopped = false
  let attempt = 0
  let timer: NodeJS.Timeout | undefined
  let order = Promise.resolve()
  const connect = async (): Promise<void> => {
    const next = new Client({ connectionString: parts.url, keepAlive: true, application_name: 'segue-live' })
    next.on('error', () => undefined)
    next.on('end', () => {
      if (!isStopped && client === next) retry()
    })
    next.on('notification', ({ payload }) => {
      if (!payload) return
      // One after the other: a reference that must be read first keeps its position in the order.
      order = order
        .then(() => receive(payload))
        .catch((error: unknown) => parts.log.warn({ err: error }, 'a live event was lost'))
    })
    try {
      await next.connect()
      await next.query(`LISTEN ${LIVE_CHANNEL}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    client = next
    attempt = 0
    // Stopped while it was connecting: `stop` did not see this client.
    if (isStopped) await next.end()
  }
  const retry = (): void => {
    client = null
    timer = setTimeout(
      () => {
        connect().then(onGap, retry)
      },
      Math.min(5000, 250 * 2 ** attempt++),
    )
    timer.unref()
  }
  return {
    start: connect,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await client?.end().catch(() => undefined)
    },
  }
}
