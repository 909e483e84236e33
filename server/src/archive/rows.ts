import { createHash, type Hash } from 'node:crypto'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { TableShape } from './tables.ts'

/** Rows that one statement reads. */
const FETCHED = 1000
/** Stands for a file whose bytes are gone. */
export const GONE = 'gone'

/** The row as JSON text of the database, whose keys are in one order. */
const rowText = ({ omitted }: TableShape) => `(to_jsonb(r) - '{${omitted.join(',')}}'::text[])::text`

/** What all reading of a whole business begins with: one moment, times in UTC, and patience while files are written. */
export async function beginReading(t: Tx): Promise<void> {
  await t.sql('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
  await beUnhurried(t)
}

/** Times in UTC, and no end of the transaction while files are written between two statements. */
export async function beUnhurried(t: Tx): Promise<void> {
  await t.sql("SET LOCAL TimeZone = 'UTC'")
  await t.sql('SET LOCAL idle_in_transaction_session_timeout = 0')
}

/** The rows of a table in its canonical order, some at a time. */
export async function* rowsOf(t: Tx, shape: TableShape): AsyncGenerator<string[]> {
  const own = shape.name === 'tenant' ? 'r.id' : 'r.tenant_id'
  await t.sql(
    `DECLARE taken NO SCROLL CURSOR FOR SELECT ${rowText(shape)} AS row FROM ${shape.name} r WHERE ${own} = '${t.tenantId}' ORDER BY ${shape.order}`,
  )
  try {
    for (;;) {
      const rows = await t.sql<{ row: string }>(`FETCH ${FETCHED} FROM taken`)
      if (rows.length > 0) yield rows.map(({ row }) => row)
      if (rows.length < FETCHED) return
    }
  } finally {
    // After a failed statement it is closed already.
    await t.sql('CLOSE taken').catch(() => undefined)
  }
}

export const countRows = async (t: Tx, { name }: TableShape): Promise<number> => {
  const own = name === 'tenant' ? 'id' : 'tenant_id'
  const [row] = await t.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${name} WHERE ${own} = $1`, [t.tenantId])
  return row?.n ?? 0
}

export type Person = { id: string; email: string; name: string; role: string; isFormer: boolean }

/** Everybody who is or was a member: their ids may change where the business moves in. */
export const listPeople = (t: Tx): Promise<Person[]> =>
  t.sql<Person>(
    `SELECT user_id AS id, email, name, role, removed_at IS NOT NULL AS "isFormer" FROM member
     WHERE tenant_id = $1 ORDER BY email COLLATE "C", created_at`,
    [t.tenantId],
  )

/** Replaces the ids of people in a text by others, or by what stands for them. */
export function replacePeople(by: ReadonlyMap<string, string>): (text: string) => string {
  if (by.size === 0) return (text) => text
  const pattern = new RegExp([...by.keys()].join('|'), 'g')
  return (text) => text.replace(pattern, (id) => by.get(id) ?? id)
}

/**
 * The hash of a table's rows: SHA-256 over them in canonical order, one on a line. Ids that change when the business moves elsewhere are not
 * in it: the tenant's is left out, people are their email addresses, files are their own hashes.
 */
export function createTableHash(people: readonly Person[]) {
  const hash: Hash = createHash('sha256')
  const named = replacePeople(new Map(people.map(({ id, email }) => [id, `person:${email}`])))
  return {
    add: (rows: readonly string[]) => {
      for (const row of rows) hash.update(`${named(row)}\n`)
    },
    digest: () => hash.digest('hex'),
  }
}

/** The content hash of a business: of the names and hashes of its tables, by name. */
export function contentHashOfTables(digests: ReadonlyMap<string, string>): string {
  const all = createHash('sha256')
  for (const name of [...digests.keys()].sort()) all.update(`${name} ${digests.get(name)}\n`)
  return all.digest('hex')
}

const STORAGE_KEY = /"storage_key": "([^"]*)"/

export const storageKeyOf = (row: string): string | null => STORAGE_KEY.exec(row)?.[1] ?? null
export const withStorageKey = (row: string, key: string): string => row.replace(STORAGE_KEY, `"storage_key": "${key}"`)

/** The hash of a stored file as rows name it. */
export async function hashOfFile(files: FileStore, key: string): Promise<string> {
  const stored = await files.find(key)
  if (!stored) return GONE
  const hash = createHash('sha256')
  for await (const chunk of stored.stream as AsyncIterable<Buffer>) hash.update(chunk)
  return `sha256:${hash.digest('hex')}`
}

/** The content hash of the business as it is stored here. */
export async function contentHashOf(t: Tx, files: FileStore, shapes: readonly TableShape[]): Promise<string> {
  const people = await listPeople(t)
  const digests = new Map<string, string>()
  for (const shape of shapes) {
    const hash = createTableHash(people)
    for await (const rows of rowsOf(t, shape)) {
      hash.add(shape.hasFiles ? await Promise.all(rows.map((row) => withHash(files, row))) : rows)
    }
    digests.set(shape.name, hash.digest())
  }
  return contentHashOfTables(digests)
}

async function withHash(files: FileStore, row: string): Promise<string> {
  const key = storageKeyOf(row)
  return key ? withStorageKey(row, await hashOfFile(files, key)) : row
}
