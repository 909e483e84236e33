import type { Client, Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'
import type { Bus } from './bus.ts'
import { createReceivers } from './bus.ts'
import { createListenConnection } from './listen-connection.ts'

/**
 * PostgreSQL's NOTIFY: it delivers at the commit, in commit order, so that there is no event without its row and no row without its event.
 * Every commit that notifies takes one lock of the whole database.
 */
export function createNotifyBus(parts: {
  pool: Pool
  url: string
  log: Log
  channels: readonly string[]
  /** Runs on the connection that listens, each time it is opened. */
  onConnect?: (client: Client) => Promise<unknown>
}): Bus {
  const receivers = createReceivers()
  const connection = createListenConnection(parts, receivers.receive, receivers.gap)
  return {
    isNotifying: true,
    atCommit: (notifications) => ({ inCommit: notifications, ended: () => undefined }),
    publish: async (notification) => {
      await parts.pool.query('SELECT pg_notify($1, $2)', [...notification])
    },
    on: receivers.on,
    onGap: receivers.onGap,
    start: connection.start,
    stop: connection.stop,
  }
}
