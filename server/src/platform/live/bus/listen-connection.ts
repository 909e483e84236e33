import { Client } from 'pg'
import { closeConnection } from '#server/platform/db/silence.ts'
import type { Log } from '#server/platform/log.ts'
import type { Notification } from './bus.ts'

const CONNECT_MS = 1500
const HEARTBEAT_MS = 2000
const ANSWER_MS = 5000
/** Also after a long time without a database: the first to listen again is the first to show what happened meanwhile. */
const LONGEST_RETRY_MS = 1000

/** The node's one LISTEN connection. It reconnects by itself, with backoff, and then calls `onGap`: events may be missing. */
export function createListenConnection(
  parts: { url: string; log: Log; channels: readonly string[]; onConnect?: (client: Client) => Promise<unknown> },
  receive: (notification: Notification) => Promise<void>,
  onGap: () => void,
) {
  let client: Client | null = null
  let isStopped = false
  let attempt = 0
  let timer: NodeJS.Timeout | undefined
  let heartbeat: NodeJS.Timeout | undefined
  let order = Promise.resolve()
  const connect = async (): Promise<void> => {
    const next = new Client({
      connectionString: parts.url,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: ANSWER_MS,
      application_name: 'segue-live',
    })
    next.on('error', () => undefined)
    next.on('end', () => {
      if (client === next) retry()
    })
    next.on('notification', ({ channel, payload }) => {
      if (!payload) return
      // One after the other: a reference that must be read first keeps its position in the order.
      order = order
        .then(() => receive([channel, payload]))
        .catch((error: unknown) => parts.log.warn({ err: error }, 'a live event was lost'))
    })
    try {
      await next.connect()
      for (const channel of parts.channels) await next.query(`LISTEN ${channel}`)
      await parts.onConnect?.(next)
    } catch (error) {
      closeConnection(next)
      throw error
    }
    // Stopped while it was connecting: `stop` did not see this client.
    if (isStopped) return next.end()
    client = next
    startHeartbeat(next)
    attempt = 0
  }
  /** A connection that was cut off without a word, or whose database is frozen, is noticed by this only. */
  const startHeartbeat = (current: Client): void => {
    clearInterval(heartbeat)
    heartbeat = setInterval(() => {
      current.query('SELECT 1').catch(() => closeConnection(current))
    }, HEARTBEAT_MS)
    heartbeat.unref()
  }
  const retry = (): void => {
    clearInterval(heartbeat)
    client = null
    if (isStopped) return
    timer = setTimeout(
      () => {
        connect().then(onGap, retry)
      },
      Math.min(LONGEST_RETRY_MS, 250 * 2 ** attempt++),
    )
    timer.unref()
  }
  return {
    start: connect,
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      clearInterval(heartbeat)
      await client?.end().catch(() => undefined)
    },
  }
}
