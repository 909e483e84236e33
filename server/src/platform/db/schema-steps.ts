import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client, ClientBase } from 'pg'
import { ConfigError } from '#server/platform/config.ts'

/**
 * Nodes of two versions serve side by side while one takes the place of the other. So a change of the tables is made in two steps: one
 * migration widens them (new tables, columns, indexes), and a later one narrows them, once no node needs any more what it takes away. That one
 * begins with the line `-- narrows after 0076`: nodes that do not have migration 0076 cannot work with it.
 */
const NARROWS = /^-- narrows after (\d{4})$/m

/** First key of the advisory locks by which nodes show the number of their newest migration. */
const NODE_LOCK = 7_337_002

type Entry = { idx: number; tag: string; when: number }

export type SchemaSteps = {
  /** The number of the newest migration of this version. */
  newest: number
  /** The migrations that narrow, with the number that a node needs to work with them. */
  narrowing: { when: number; needs: number }[]
}

/** Reads the folder of the migrations. */
export async function readSchemaSteps(folder: string): Promise<SchemaSteps> {
  const { entries } = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as { entries: Entry[] }
  const narrowing: SchemaSteps['narrowing'] = []
  for (const { tag, when } of entries) {
    const needs = NARROWS.exec(await readFile(join(folder, `${tag}.sql`), 'utf8'))?.[1]
    if (needs !== undefined) narrowing.push({ when, needs: Number(needs) })
  }
  return { newest: entries.at(-1)?.idx ?? 0, narrowing }
}

const LEAST = `
  CREATE SCHEMA IF NOT EXISTS migration;
  CREATE TABLE IF NOT EXISTS migration.least_schema
    (is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one), number integer NOT NULL);
  INSERT INTO migration.least_schema (number) VALUES (0) ON CONFLICT DO NOTHING`

/**
 * Throws ConfigError where this version cannot work with the database: it was narrowed since; or where a migration that is to be made now
 * would take from a node that runs what it needs.
 */
export async function assertFits(client: Client, { newest, narrowing }: SchemaSteps): Promise<void> {
  await client.query(LEAST)
  assertEnough(newest, await leastOf(client))
  const needed = Math.max(0, ...(await waiting(client, narrowing)).map(({ needs }) => needs))
  const running = await client.query<{ schema: number }>(
    `SELECT DISTINCT objid::bigint::int AS schema FROM pg_locks WHERE locktype = 'advisory' AND classid = $1::oid AND objid < $2::oid
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [NODE_LOCK, needed],
  )
  const [older] = running.rows
  if (older)
    throw new ConfigError(
      `A node of an earlier version is still running, which ends with migration ${nameOf(older.schema)}; this version takes away what that one needs. ` +
        `Replace every node by a version with migration ${nameOf(needed)} first, then start this one.`,
    )
}

/** The narrowing migrations that are not made yet. */
async function waiting(client: Client, narrowing: SchemaSteps['narrowing']): Promise<SchemaSteps['narrowing']> {
  const { rows: known } = await client.query(`SELECT 1 WHERE to_regclass('migration.__drizzle_migrations') IS NOT NULL`)
  if (known.length === 0) return []
  const { rows } = await client.query<{ last: string | null }>(
    'SELECT max(created_at) AS last FROM migration.__drizzle_migrations',
  )
  return narrowing.filter(({ when }) => when > Number(rows[0]?.last ?? 0))
}

/** Notes what nodes need from now on. */
export const noteNarrowed = (client: Client, { narrowing }: SchemaSteps) =>
  client.query('UPDATE migration.least_schema SET number = greatest(number, $1)', [
    Math.max(0, ...narrowing.map(({ needs }) => needs)),
  ])

/**
 * Shows on a connection that a node with these migrations runs, as long as the connection is open. Throws ConfigError where the database was
 * narrowed before it could be seen.
 */
export async function showSchema(client: ClientBase, { newest }: SchemaSteps): Promise<void> {
  await client.query('SELECT pg_advisory_lock_shared($1, $2)', [NODE_LOCK, newest])
  assertEnough(newest, await leastOf(client))
}

const leastOf = async (client: ClientBase): Promise<number> => {
  const { rows } = await client.query<{ least: number }>('SELECT number AS least FROM migration.least_schema')
  return rows[0]?.least ?? 0
}

function assertEnough(newest: number, least: number): void {
  if (newest >= least) return
  throw new ConfigError(
    `This database belongs to a newer version of Segue: it needs migration ${nameOf(least)}, and this version ends with ${nameOf(newest)}. Start the newer version.`,
  )
}

const nameOf = (number: number): string => String(number).padStart(4, '0')
