import type { Tx } from '#server/platform/db/tenant.ts'
import type { FileStore } from '#server/platform/files/store.ts'
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
}

/**
 * Looks for a person in everything that is stored of the business: every column of every table, search index, memories and outbox among
 * them, and the queue of jobs. An address is looked for everywhere, a name in rows that belong to the person, since others may have it.
 */
export async function scanDatabase(t: Tx, erasure: CustomerErasureRow): Promise<Omit<Scan, 'files'>> {
  const tables = await t.sql<Table>(
    `SELECT c.relname AS name, c.reltuples > ${LARGE} AS "isLarge", (SELECT a.attname FROM pg_constraint p, pg_attribute a
       WHERE p.conrelid = c.oid AND p.contype = 'p' AND a.attrelid = c.oid AND a.attnum = p.conkey[2] AND a.atttypid = 'uuid'::regtype) AS "keyColumn"
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname <> $1
       AND (a.attname = 'tenant_id' OR (c.relname = 'tenant' AND a.attname = 'id')) ORDER BY 1`,
    [OWN_TABLE],
  )
  const found: Place[] = []
  for (const table of tables) {
    let rows = 0
    for (const part of partsOf(table)) rows += await countIn(t, table.name, erasure, part)
    if (rows > 0) found.push({ name: table.name, rows })
  }
  const queued = await countJobs(t, erasure.emails)
  if (queued > 0) found.push({ name: 'queue of jobs', rows: queued })
  const isKept = ({ name }: Place) => OF_THE_BUSINESS.includes(name)
  return {
    tables: tables.length,
    residue: found.filter((place) => !isKept(place)),
    kept: found.filter(isKept),
  }
}

/** Rows from which a table is read in parts, so that no statement takes long. */
const LARGE = 50_000

type Table = { name: string; isLarge: boolean; keyColumn: string | null }

/** Conditions that divide the rows of a large table by the first digit of a key. */
function partsOf({ isLarge, keyColumn }: Table): string[] {
  if (!isLarge || !keyColumn) return ['true']
  return Array.from({ length: 16 }, (_, n) => {
    const [from, to] = ['0', 'f'].map((digit) => `${n.toString(16)}${`${digit.repeat(7)}-${digit.repeat(4)}-`}`)
    const rest = (digit: string) => `${digit.repeat(4)}-${digit.repeat(4)}-${digit.repeat(12)}`
    return `r.${keyColumn} BETWEEN '${from}${rest('0')}' AND '${to}${rest('f')}'`
  })
}

async function countIn(
  t: Tx,
  table: string,
  { emails, words, customerIds, guestIds }: CustomerErasureRow,
  part: string,
): Promise<number> {
  const names = words.filter((word) => !emails.includes(word)).map((word) => word.toLowerCase())
  const [row] = await t.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM ${table} r, LATERAL (SELECT lower(r::text) AS all) x
     WHERE ${table === 'tenant' ? 'r.id' : 'r.tenant_id'} = $1 AND ${part} AND (
       EXISTS (SELECT FROM unnest($2::text[]) e WHERE strpos(x.all, e) > 0)
       OR (EXISTS (SELECT FROM unnest($3::text[]) n WHERE strpos(x.all, n) > 0) AND EXISTS (SELECT FROM unnest($4::text[]) i WHERE strpos(x.all, i) > 0)))`,
    [t.tenantId, emails.map((email) => email.toLowerCase()), names, [...customerIds, ...guestIds]],
  )
  return row?.n ?? 0
}

async function countJobs(t: Tx, emails: readonly string[]): Promise<number> {
  const [row] = await t.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM pgboss.job j WHERE j.data->>'tenantId' = $1::text
       AND EXISTS (SELECT FROM unnest($2::text[]) e WHERE strpos(lower(j.data::text), e) > 0)`,
    [t.tenantId, emails.map((email) => email.toLowerCase())],
  )
  return row?.n ?? 0
}

/** The stored files of the business, by the tables that name them. */
export const listFileKeys = (t: Tx): Promise<{ table: string; key: string }[]> =>
  t.sql(
    `SELECT 'file' AS table, storage_key AS key FROM file WHERE tenant_id = $1
     UNION ALL SELECT 'inbound_mail', storage_key FROM inbound_mail WHERE tenant_id = $1 AND storage_key IS NOT NULL
     UNION ALL SELECT 'training_document', storage_key FROM training_document WHERE tenant_id = $1 AND storage_key IS NOT NULL`,
    [t.tenantId],
  )

/** How many files hold one of the addresses, by the tables that name them. */
export async function scanFiles(
  files: FileStore,
  keys: readonly { table: string; key: string }[],
  emails: readonly string[],
): Promise<Place[]> {
  const found = new Map<string, number>()
  for (const { table, key } of emails.length > 0 ? keys : []) {
    const stored = await files.open(key).catch(() => null)
    if (stored && (await holds(stored.stream as AsyncIterable<Buffer>, emails))) {
      found.set(table, (found.get(table) ?? 0) + 1)
    }
  }
  return [...found].map(([table, rows]) => ({ name: `files of ${table}`, rows }))
}

async function holds(content: AsyncIterable<Buffer>, emails: readonly string[]): Promise<boolean> {
  const longest = Math.max(...emails.map(({ length }) => length))
  let end = ''
  let isFound = false
  // Read to its end, which closes the file.
  for await (const chunk of content) {
    const text = end + chunk.toString('latin1').toLowerCase()
    isFound ||= emails.some((email) => text.includes(email.toLowerCase()))
    end = text.slice(-longest)
  }
  return isFound
}
