import type { Pool } from 'pg'
import type { Config } from '#server/platform/config.ts'
import { recurringAtOnce } from '#server/platform/jobs/recurring-jobs.ts'
import type { Log } from '#server/platform/log.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { TenantTurns } from '#server/platform/tenant-turns.ts'
import type { DatabaseAddresses } from './addresses.ts'
import { createPool, type DatabaseWaits, turnsAt } from './pool.ts'
import { openReplica } from './replica/open-replica.ts'
import type { CountRead, Replica } from './replica/replica.ts'

/** Locks are few and long: those of the recurring jobs, and one beside them. */
const LOCKS_BESIDE = 1

export type Pools = {
  pool: Pool
  sessions: Pool
  /** Those that transactions run on. */
  all: readonly Pool[]
  /** Whose turn it is to have a connection of the pool. */
  turns: TenantTurns
  replica: Replica | null
  /** Null without a replica. */
  replicaLagSeconds: (() => number) | null
  end(): Promise<void>
}

/** The connections of a process to its database, as the serving role. */
export function createPools(
  { appUrl, directAppUrl, readUrl, isPooled }: DatabaseAddresses,
  { databasePool: size, role }: Config,
  { log, waits, metrics }: { log: Log; waits: DatabaseWaits; metrics: () => Metrics },
): Pools {
  // A pooler's queue is no silence of the database.
  const pool = createPool(appUrl, size, log, { waits, isPooled, probeUrl: directAppUrl })
  const sessions = isPooled ? createPool(directAppUrl, recurringAtOnce(size) + LOCKS_BESIDE, log, { waits }) : pool
  // Jobs read what is stored.
  const count: CountRead = (...read) => metrics().staleRead(...read)
  const isReading = readUrl !== null && role !== 'worker'
  const replica = isReading ? openReplica({ url: readUrl, primary: pool, size, waits, isPooled, log, count }) : null
  const end = async () => {
    await replica?.stop()
    await pool.end()
    if (sessions !== pool) await sessions.end()
  }
  const turns = turnsAt(size, waits)
  const all = replica ? [pool, replica.pool] : [pool]
  return { pool, sessions, all, turns, replica, replicaLagSeconds: replica?.lagSeconds ?? null, end }
}
