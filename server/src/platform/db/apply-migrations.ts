import { setTimeout as sleep } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import type { Client } from 'pg'
import { sqlState } from './database-errors.ts'

/** How long a statement waits for a table: behind a waiting one everybody else waits too. */
const LOCK_MS = 2000
/** So often it is tried again, after a pause in which the others go on. */
const ATTEMPTS = 60
const PAUSE_MS = 1000
/** A table was not free, or the work of others waited for it in a circle. */
const AGAIN = new Set(['55P03', '40P01'])
const CONCURRENTLY = / CONCURRENTLY/g

/**
 * Applies the migrations that a database lacks, in their order, while other nodes work on it: each in a transaction of its own that waits for a
 * table for a moment only and is tried again, except those that build an index CONCURRENTLY. An empty database gets all in one transaction.
 */
export async function applyMigrations(client: Client, folder: string): Promise<void> {
  await client.query(`
    CREATE SCHEMA IF NOT EXISTS migration;
    CREATE TABLE IF NOT EXISTS migration.__drizzle_migrations (id serial PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT max(created_at) AS last FROM migration.__drizzle_migrations',
  )
  const last = rows[0]?.last ?? null
  const migrations = readMigrationFiles({ migrationsFolder: folder })
  if (last === null) return applyAll(client, migrations)
  for (const migration of migrations) if (migration.folderMillis > Number(last)) await applyOne(client, migration)
}

async function applyAll(client: Client, migrations: readonly MigrationMeta[]): Promise<void> {
  await inTransaction(client, async () => {
    for (const migration of migrations) {
      // Nobody works on it yet.
      for (const statement of migration.sql) await client.query(statement.replace(CONCURRENTLY, ''))
      await note(client, migration)
    }
  })
}

async function applyOne(client: Client, migration: MigrationMeta): Promise<void> {
  if (migration.sql.some((statement) => statement.search(CONCURRENTLY) >= 0)) {
    for (const statement of migration.sql) await buildIndex(client, statement)
    await note(client, migration)
    return
  }
  await client.query(`SET lock_timeout = ${LOCK_MS}`)
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inTransaction(client, async () => {
        for (const statement of migration.sql) await client.query(statement)
        await note(client, migration)
      })
      await client.query('RESET lock_timeout')
      return
    } catch (error) {
      if (!AGAIN.has(sqlState(error) ?? '') || attempt >= ATTEMPTS) throw error
      await sleep(PAUSE_MS)
    }
  }
}

const INDEX_NAME = /CREATE (?:UNIQUE )?INDEX CONCURRENTLY (?:IF NOT EXISTS )?"?(\w+)/

/**
 * Carries out a statement of a migration that builds an index CONCURRENTLY, unless an index of that name is there. One that a process left half built
 * when it ended is invalid and is dropped first.
 */
async function buildIndex(client: Client, statement: string): Promise<void> {
  const name = INDEX_NAME.exec(statement)?.[1]
  const { rows } = await client.query<{ isValid: boolean }>(
    `SELECT indisvalid AS "isValid" FROM pg_index WHERE indexrelid = to_regclass($1)`,
    [`public."${name}"`],
  )
  if (rows[0]?.isValid) return
  if (rows[0]) await client.query(`DROP INDEX CONCURRENTLY "${name}"`)
  await client.query(statement)
}

const note = (client: Client, { hash, folderMillis }: MigrationMeta) =>
  client.query('INSERT INTO migration.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [hash, folderMillis])

async function inTransaction(client: Client, run: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await run()
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
