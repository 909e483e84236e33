import { Pool } from 'pg'
import type { Log } from '#server/platform/log.ts'
import { createTenantTurns, type TenantTurns } from '#server/platform/tenant-turns.ts'
import { followPrimary } from './follow-primary.ts'
import { limitOptions } from './session-limits.ts'
import { watchSilence } from './silence.ts'
import { sendUnnamed } from './unnamed.ts'
import { writeTogether } from './write-together.ts'

/**
 * How long a statement waits: for a connection, for a lock, for its result, and for a database that does not answer at all. After that
 * the request is answered with 503.
 */
export type DatabaseWaits = { connectMs: number; lockMs: number; statementMs: number; silentMs: number }

export const WAITS: DatabaseWaits = { connectMs: 1500, lockMs: 5000, statementMs: 10_000, silentMs: 1600 }

export type PoolOptions = {
  waits?: DatabaseWaits | undefined
  /** The address is that of a pooler in transaction mode. */
  isPooled?: boolean
  /** Asked whether the database answers; the pool's own address without it. */
  probeUrl?: string
  /** In PostgreSQL's list of connections. */
  name?: string
  /** No commit waits for the disk. Not behind a pooler, which refuses options. */
  isRelaxed?: boolean
}

/** Connections of the serving role. Every session has limits, so that no statement can block the server: behind a pooler those of the role. */
export function createPool(url: string, size: number, log: Log, options: PoolOptions = {}): Pool {
  const { waits = WAITS, isPooled = false, probeUrl = url, name = 'segue', isRelaxed = false } = options
  const relaxed = isRelaxed ? ' -c synchronous_commit=off' : ''
  const pool = new Pool({
    connectionString: url,
    max: size,
    // Independent statements share a round trip.
    pipeline: true,
    connectionTimeoutMillis: waits.connectMs,
    idleTimeoutMillis: 30_000,
    application_name: name,
    ...(isPooled ? {} : { options: `${limitOptions(waits)}${relaxed}` }),
  })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))
  // The pool handles errors of idle connections only. A busy connection that is lost also emits `error`, which without a handler would end the process; its statement fails with the same error.
  pool.on('connect', (client) =>
    client.on('error', (error) => log.debug({ err: error }, 'a busy database connection was lost')),
  )
  pool.on('connect', writeTogether)
  if (isPooled) pool.on('connect', sendUnnamed)
  followPrimary(pool, log)
  // PostgreSQL ends a statement by itself first, unless it cannot.
  watchSilence(pool, probeUrl, { silentMs: waits.silentMs, statementMs: waits.statementMs + 2000 }, log)
  return pool
}

/** Of the transactions of one business some wait for a row that another one of it holds; so many go on beside them. */
const LEAST_OF_ONE = 4

/** Of the pool an eighth is kept for what belongs to no business, as sessions; one business has a quarter of it while others are there, in a small pool half. */
export function turnsAt(size: number, { connectMs }: DatabaseWaits): TenantTurns {
  const atOnce = size < LEAST_OF_ONE ? size : size - Math.ceil(size / 8)
  const ofOne = Math.max(1, Math.min(Math.max(LEAST_OF_ONE, Math.floor(size / 4)), Math.floor(size / 2)))
  return createTenantTurns({ atOnce, ofOne, waitMs: connectMs })
}
