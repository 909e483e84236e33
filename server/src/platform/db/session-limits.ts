import { Client } from 'pg'

/** How long a statement, a wait for a lock and a transaction without a statement may last at PostgreSQL, in milliseconds. */
export type SessionLimits = { statementMs: number; lockMs: number }

const IDLE_IN_TRANSACTION_MS = 15_000

const valuesOf = ({ statementMs, lockMs }: SessionLimits): Record<string, string> => ({
  statement_timeout: String(statementMs),
  lock_timeout: String(lockMs),
  idle_in_transaction_session_timeout: String(IDLE_IN_TRANSACTION_MS),
})

/** The limits as options of a connection. */
export const limitOptions = (limits: SessionLimits): string =>
  Object.entries(valuesOf(limits))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

const SETTINGS_LOCK = 7_337_002

/**
 * Makes the limits those of every session of the serving role in this database. For a pooler, which refuses options at the start of a connection
 * and whose sessions PostgreSQL starts for nobody in particular. Runs as the role itself, which may set this wherever it was made.
 */
export async function limitRole(directAppUrl: string, limits: SessionLimits): Promise<void> {
  const client = new Client({ connectionString: directAppUrl, application_name: 'segue-limits' })
  await client.connect()
  try {
    // Nodes that start at once set the same row, which PostgreSQL refuses to all but one of them.
    await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${SETTINGS_LOCK})`)
    const { rows } = await client.query<{ set: string[] }>(`
      SELECT coalesce(setconfig, '{}') AS set FROM pg_db_role_setting
      WHERE setrole = current_user::regrole
        AND setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())`)
    const missing = Object.entries(valuesOf(limits)).filter(
      ([name, value]) => !rows[0]?.set.includes(`${name}=${value}`),
    )
    for (const [name, value] of missing)
      await client.query(
        `DO $$ BEGIN EXECUTE format('ALTER ROLE %I IN DATABASE %I SET ${name} = ${value}', current_user, current_database()); END $$`,
      )
    await client.query('COMMIT')
  } finally {
    await client.end()
  }
}
