import { Client } from 'pg'
import { FILE_COLUMNS } from './schema.ts'
import type { Places } from './store.ts'
import type { ByteStore } from './stores/byte-store.ts'

const AT_ONCE = 10_000

export type Missing = { count: number; first: string | null }

/** Names files before they are stored, and those of work that was killed. */
const PENDING = 'pending_file'

/**
 * The files that rows name and that are in neither place: those of a node whose own folder was not moved yet, or that are lost. Reads as the owner
 * of the database; keys of both sides come in one order, so that nothing but a page of them is held.
 */
export async function missingFiles({ to, from }: Places, ownerUrl: string): Promise<Missing> {
  const missing: Missing = { count: 0, first: null }
  const places = [to, ...(from ? [from] : [])].map(keysOf)
  const client = new Client({ connectionString: ownerUrl, application_name: 'segue-files' })
  await client.connect()
  try {
    for await (const key of namedKeys(client)) {
      const found = await Promise.all(places.map((place) => place.has(key)))
      if (found.includes(true)) continue
      missing.count += 1
      missing.first ??= key
    }
    return missing
  } finally {
    await client.end()
  }
}

/** Every key that a row names, in order. */
async function* namedKeys(client: Client): AsyncGenerator<string> {
  const { rows: columns } = await client.query<{ text: string }>(
    `SELECT format('SELECT %I AS key FROM %I.%I', column_name, table_schema, table_name) AS text FROM information_schema.columns
     WHERE table_schema IN ('public', 'auth') AND column_name = ANY ($1) AND table_name <> $2 ORDER BY 1`,
    [FILE_COLUMNS, PENDING],
  )
  const all = columns.map(({ text }) => text).join(' UNION ALL ')
  await client.query('BEGIN READ ONLY')
  await client.query(
    `DECLARE named NO SCROLL CURSOR FOR
     SELECT DISTINCT key COLLATE "C" AS key FROM (${all}) named WHERE key ~ '^[0-9a-f]{32}$' ORDER BY 1`,
  )
  for (;;) {
    const { rows } = await client.query<{ key: string }>(`FETCH ${AT_ONCE} FROM named`)
    for (const { key } of rows) yield key
    if (rows.length < AT_ONCE) return
  }
}

/** Asked for keys in their order, it says whether the store has each. */
function keysOf(store: ByteStore) {
  const keys = store.list()[Symbol.asyncIterator]()
  let current: string | null = ''
  return {
    has: async (key: string): Promise<boolean> => {
      while (current !== null && current < key) {
        const next: IteratorResult<{ key: string }> = await keys.next()
        current = next.done ? null : next.value.key
      }
      return current === key
    },
  }
}
