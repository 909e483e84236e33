import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { escapeIdentifier } from 'pg'
import { z } from 'zod'

/**
 * A backup is a gzipped tar: `backup.json` first, the key when asked for, the tables in PostgreSQL's COPY text format in parts, the
 * files, and `manifest.json` with every row count and hash last, which also proves that nothing is missing.
 */
export const HEAD_FILE = 'backup.json'
export const KEY_FILE = 'master.key'
export const MANIFEST_FILE = 'manifest.json'

const TableShape = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) })
export type TableShape = z.output<typeof TableShape>

export const Head = z.object({
  format: z.literal('segue-backup-1'),
  createdAt: z.string(),
  /** Which migrations the tables had: only the same version of the product reads them. */
  schema: z.object({ migrations: z.number().int(), last: z.string() }),
  keyFingerprint: z.string(),
  tables: z.array(TableShape),
})
export type Head = z.output<typeof Head>

const Hashed = z.object({ bytes: z.number(), sha256: z.string() })
export type Hashed = z.output<typeof Hashed>

export const Manifest = z.object({
  tables: z.record(z.string(), Hashed.extend({ rows: z.number().int() })),
  files: z.record(z.string(), Hashed),
})
export type Manifest = z.output<typeof Manifest>

/** The name of a table inside a backup: `public.ticket`. */
export const nameOf = (table: TableShape): string => `${table.schema}.${table.name}`

export const identifierOf = (table: TableShape): string =>
  `${escapeIdentifier(table.schema)}.${escapeIdentifier(table.name)}`

export const columnsOf = (table: TableShape): string => table.columns.map(escapeIdentifier).join(', ')

/** Counts and hashes what passes through. */
export function createMeter() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    add(chunk: Buffer): Buffer {
      hash.update(chunk)
      bytes += chunk.length
      return chunk
    },
    result: (): Hashed => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/** Every table of the product with the columns that hold data (generated ones are made again). */
export async function listTables(client: Client): Promise<TableShape[]> {
  const { rows } = await client.query<TableShape>(`
    SELECT n.nspname AS schema, c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
    FROM pg_class c
    JOIN pg_namespace n ON n.oid = c.relnamespace
    JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'auth')
    GROUP BY 1, 2 ORDER BY 1, 2`)
  return rows
}

export async function schemaVersion(client: Client): Promise<Head['schema']> {
  const { rows } = await client.query<{ hash: string }>('SELECT hash FROM migration.__drizzle_migrations ORDER BY id')
  return { migrations: rows.length, last: rows.at(-1)?.hash ?? '' }
}
