import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

const PAUSE_MS = 250

/**
 * Runs it in one process of all nodes at a time; the others wait for their turn. Ends with the process: the lock belongs to a connection, which
 * is held meanwhile: one of PostgreSQL itself (`Database.sessions`). It is asked for again and again, since a statement that waits would be ended by the limit of statements.
 */
export async function exclusively(pool: Pool, name: string, run: () => Promise<void>): Promise<void> {
  const client = await pool.connect()
  const ask = async () => {
    const { rows } = await client.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtext($1)) AS "isLocked"',
      [name],
    )
    return rows[0]?.isLocked ?? false
  }
  try {
    while (!(await ask())) await sleep(PAUSE_MS)
    await run().finally(() => client.query('SELECT pg_advisory_unlock(hashtext($1))', [name]))
  } finally {
    client.release()
  }
}
