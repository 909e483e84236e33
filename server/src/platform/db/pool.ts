import { Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { watchSilence } from './silence.ts'
import { writeTogether } from './write-together.ts'

/**
 * How long a statement waits: for a connection, for a lock, for its result, and for a database that does not answer at all. After that
 * the request is answered with 503.
 */
export type DatabaseWaits = { connectMs: number; lockMs: number; statementMs: number; silentMs: number }

const WAITS: DatabaseWaits = { connectMs: 1500, lockMs: 5000, statementMs: 10_000, silentMs: 1600 }

/** Connections of the serving role. Every session has limits, so that no statement can block the server. */
export function createPool(url: string, size: number, log: Log, waits: DatabaseWaits = WAITS): Pool {
  const pool = new Pool({
    connectionString: url,
    max: size,
    // Independent statements share a round trip.
    pipeline: true,
    connectionTimeoutMillis: waits.connectMs,
    idleTimeoutMillis: 30_000,
    application_name: 'segue',
    options: `-c statement_timeout=${waits.statementMs} -c lock_timeout=${waits.lockMs} -c idle_in_transaction_session_timeout=15000`,
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  // The pool handles errors of idle connections only. A busy connection that is lost also emits `error`, which without a handler would end the process; its statement fails with the same error.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a busy database connection was lost')),
  )
  pool.on('connect', writeTogether)
  // PostgreSQL ends a statement by itself first, unless it cannot.
  watchSilence(pool, url, { silentMs: waits.silentMs, statementMs: waits.statementMs + 2000 }, log)
  return pool
}
