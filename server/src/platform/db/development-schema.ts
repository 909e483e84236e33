import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

/** The database was made by a development version whose migrations this version no longer has. The message describes what to do. */
export class DevelopmentSchemaError extends Error {
  constructor() {
    super(
      'This database was made by a development version of Segue and cannot be migrated to this one. ' +
        'If only the demo businesses are in it, make it anew with: npm run segue -- demo:reset. ' +
        'To keep it, start with another folder: DATA_DIR=./data-new npm start.',
    )
  }
}

/**
 * Throws DevelopmentSchemaError unless the database is empty or was begun by this version's initial migration. The migrations of the
 * development versions were squashed into one, so there is no path from their tables to these.
 */
export async function assertKnownSchema(client: Client, migrationsFolder: string): Promise<void> {
  const { rows } = await client.query<{ name: string | null }>(
    `SELECT to_regclass('migration.__drizzle_migrations')::text AS name`,
  )
  if (!rows[0]?.name) return
  const applied = await client.query<{ hash: string }>(
    'SELECT hash FROM migration.__drizzle_migrations ORDER BY id LIMIT 1',
  )
  const first = applied.rows[0]
  if (first && first.hash !== (await initialHash(migrationsFolder))) throw new DevelopmentSchemaError()
}

/** The hash under which drizzle-orm records the initial migration. */
async function initialHash(folder: string): Promise<string> {
  const sql = await readFile(join(folder, '0000_initial.sql'), 'utf8')
  return createHash('sha256').update(sql).digest('hex')
}

/**
 * Drops everything a development version made. Throws DevelopmentSchemaError when a business that is not a demo is in it, whose data must
 * not be lost.
 */
export async function dropDevelopmentSchema(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl, application_name: 'segue-demo' })
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM tenant WHERE NOT is_demo LIMIT 1')
    if (rowCount) throw new DevelopmentSchemaError()
    await client.query(`
      DROP SCHEMA public, auth, pgboss, migration CASCADE;
      CREATE SCHEMA public;
      GRANT USAGE ON SCHEMA public TO PUBLIC;`)
  } finally {
    await client.end()
  }
}
