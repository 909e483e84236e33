import { EMBEDDED_CONNECTIONS } from '#server/platform/db/embedded.ts'

/** What a process opens beside its pool: three for the job queue, one to listen, one for new jobs, one to find out whether a slow database answers. */
const BESIDE_POOL = 6
/** For commands, migrations and maintenance, and for what PostgreSQL still holds open for a process that was killed. */
const LEFT_FREE = 12
/** A pool below this is slower than one process with the whole. */
const SMALLEST_POOL = 4

/**
 * Divides the connections of the built-in PostgreSQL among so many processes: the pool of each (`wanted`, or what is left for it),
 * and the `max_connections` that PostgreSQL needs.
 */
export function divideConnections(processes: number, wanted: number): { pool: number; maxConnections: number } {
  const share = Math.floor((EMBEDDED_CONNECTIONS - LEFT_FREE) / processes) - BESIDE_POOL
  const pool = Math.min(wanted, Math.max(SMALLEST_POOL, share))
  return { pool, maxConnections: Math.max(EMBEDDED_CONNECTIONS, processes * (pool + BESIDE_POOL) + LEFT_FREE) }
}
