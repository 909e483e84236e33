import { Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'

/** How long a request waits for a connection before it is told that the service is unavailable. */
const CONNECT_WAIT_MS = 1500

/** Connections of the serving role. Every session has limits, so that no statement can hold the house up. */
export function createPool(url: string, size: number, log: Log): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    // Statements that do not wait for each other share a round trip.
    pipeline: true,
    connectionTimeoutMillis: CONNECT_WAIT_MS,
    idleTimeoutMillis: 30_000,
    application_name: 'segue',
    options: '-c statement_timeout=10000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=15000',
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  // The pool listens to idle connections only. One that is lost while it works tells its statement; unheard, it would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a connection at work was lost')),
  )
  return pool
}
