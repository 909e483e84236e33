import type { Tx } from '#server/platform/db/tenant.ts'
import type { CustomerErasureRow } from './schema.ts'

/** Where the address of a person may stay: they are also somebody of the business itself. */
const OF_THE_BUSINESS = ['business_profile', 'invitation', 'mail_server', 'mailbox', 'member', 'tenant']
/** The rows of the erasure itself, which are emptied with its end. */
const OWN_TABLE = 'customer_erasure'

export type Place = { name: string; rows: number }
export type Scan = {
  /** What was read: each table with all of its columns, and the stored files. */
  tables: number
  files: number
  /** Where the person is still found; none after a complete erasure. */
  residue: Place[]
  /** Where an address stays because it is one of the business itself. */
  kept: Place[]
  /** Imports that were at work, whose files were not read; none in older certificates. */
  imports?: number
}

/** How far the look is: the key of the last file and the last part of a table that were read, and what was found where. */
export type Scanning = {
  filesUpTo: string
  areFilesRead: boolean
  partsUpTo: string
  files: number
  found: Record<string, number>
}

export const isOfTheBusiness = (table: string): boolean => OF_THE_BUSINESS.includes(table)

/** Rows from which a table is read in parts, so that no statement takes long. */
const LARGE = 50_000

type Table = { name: string; isLarge: boolean; keyColumn: string | null }
/** What one statement reads. `place`: by which the parts of all tables are in one order. */
export type Part = { table: string; place: string; condition: string }

/** Every table of a business, in parts by their places: search index, memories and outbox are among them. */
export async function listParts(t: Tx): Promise<Part[]> {
  const tables = await t.sql<Table>(
    `SELECT c.relname AS name, c.reltuples > ${LARGE} AS "isLarge", (SELECT a.attname FROM pg_constraint p, pg_attribute a
       WHERE p.conrelid = c.oid AND p.contype = 'p' AND a.attrelid = c.oid AND a.attnum = p.conkey[2] AND a.atttypid = 'uuid'::regtype) AS "keyColumn"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> $1
       AND (a.attname = 'tenant_id' OR (c.relname = 'tenant' AND a.attname = 'id'))`,
    [OWN_TABLE],
  )
  return tables.flatMap(partsOf).sort((a, b) => (a.place < b.place ? -1 : 1))
}

/** Conditions that divide the rows of a large table by the first digit of a key. A table that is no longer large is its last part. */
function partsOf({ name, isLarge, keyColumn }: Table): Part[] {
  const placeOf = (digit: string) => `${name} ${digit}`
  if (!isLarge || !keyColumn) return [{ table: name, place: placeOf('f'), condition: 'true' }]
  return [...'0123456789abcdef'].map((digit) => {
    const [from, to] = ['0', 'f'].map((rest) =>
      `${digit}${'x'.repeat(7)}-xxxx-xxxx-xxxx-${'x'.repeat(12)}`.replaceAll('x', rest),
    )
    return { table: name, place: placeOf(digit), condition: `r.${keyColumn} BETWEEN '${from}' AND '${to}'` }
  })
}

/**
 * How many rows of a part of a table hold the person, in any column. An address is looked for everywhere, a name in rows that belong to the
 * person, since others may have it.
 */
export async function countPart(
  t: Tx,
  { table, condition }: Part,
  { emails, words, customerIds, guestIds }: CustomerErasureRow,
): Promise<number> {
  const names = words.filter((word) => !emails.includes(word)).map((word) => word.toLowerCase())
  const [row] = await t.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} r, LATERAL (SELECT lower(r::text) AS all) x
     WHERE ${table === 'tenant' ? 'r.id' : 'r.tenant_id'} = $1 AND ${condition} AND (
       EXISTS (SELECT FROM unnest($2::text[]) e WHERE strpos(x.all, e) > 0 AND x.all ~ address_pattern(e))
       OR (EXISTS (SELECT FROM unnest($3::text[]) n WHERE strpos(x.all, n) > 0) AND EXISTS (SELECT FROM unnest($4::text[]) i WHERE strpos(x.all, i) > 0)))`,
    [t.tenantId, emails.map((email) => email.toLowerCase()), names, [...customerIds, ...guestIds]],
  )
  return row?.n ?? 0
}

/** Imports of data that have a file: those at work, since the files of all others went with the erasure, and newer ones. */
export async function countImports(t: Tx): Promise<number> {
  const [row] = await t.sql<{ n: number }>(
    'SELECT count(*)::int AS n FROM data_import WHERE tenant_id = $1 AND (file_key IS NOT NULL OR records_key IS NOT NULL)',
    [t.tenantId],
  )
  return row?.n ?? 0
}

/** How many queued jobs of the business hold one of the addresses. */
export async function countJobs(t: Tx, emails: readonly string[]): Promise<number> {
  const [row] = await t.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM pgboss.job j WHERE j.data->>'tenantId' = $1::text
       AND EXISTS (SELECT FROM unnest($2::text[]) e WHERE strpos(lower(j.data::text), e) > 0 AND lower(j.data::text) ~ address_pattern(e))`,
    [t.tenantId, emails.map((email) => email.toLowerCase())],
  )
  return row?.n ?? 0
}
