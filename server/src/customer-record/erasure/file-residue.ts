import type { Tx } from '#server/platform/db/tenant.ts'
import type { FileStore } from '#server/platform/files/store.ts'

type NamedFile = { table: string; key: string }

/** The next stored files of the business behind a key, with the tables that name them. */
export const listFilesAfter = (t: Tx, key: string, limit: number): Promise<NamedFile[]> =>
  t.sql<NamedFile>(
    `SELECT f.table, f.key FROM (
       SELECT 'file' AS table, storage_key AS key FROM file WHERE tenant_id = $1
       UNION ALL SELECT 'inbound_mail', storage_key FROM inbound_mail WHERE tenant_id = $1 AND storage_key IS NOT NULL
       UNION ALL SELECT 'training_document', storage_key FROM training_document WHERE tenant_id = $1 AND storage_key IS NOT NULL) f
     WHERE f.key COLLATE "C" > $2 ORDER BY f.key COLLATE "C" LIMIT $3`,
    [t.tenantId, key, limit],
  )

/** How many files hold one of the addresses, by the tables that name them. */
export async function scanFiles(
  files: FileStore,
  named: readonly NamedFile[],
  emails: readonly string[],
): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { table, key } of named) {
    const stored = await files.find(key)
    if (!stored || !(await holds(stored.stream as AsyncIterable<Buffer>, emails))) continue
    const name = `files of ${table}`
    found.set(name, (found.get(name) ?? 0) + 1)
  }
  return found
}

/**
 * What an address looks like where it is not a part of another one, as `address_pattern` of the database has it: "ann@shop.example" is not in
 * "jo.ann@shop.example". The letter of a line feed in JSON is no part of it.
 */
const patternOf = (email: string): string =>
  `(?:(?<![a-z0-9](?:\\.|[_%+-]{0,8}))|(?<=\\\\[bfnrt]))${email.toLowerCase().replace(/[^a-z0-9]/g, '\\$&')}(?![a-z0-9_-]|\\.[a-z0-9])`

/** Characters that decide whether an address ends where it seems to, and those before it that decide whether it begins there. */
const BEHIND = 2
const BEFORE = 32

async function holds(content: AsyncIterable<Buffer>, emails: readonly string[]): Promise<boolean> {
  const longest = Math.max(...emails.map(({ length }) => length))
  const pattern = new RegExp(emails.map(patternOf).join('|'), 'g')
  let text = ''
  let isFound = false
  // Read to its end, which closes the file.
  for await (const chunk of content) {
    if (isFound) continue
    text = text.slice(-(longest + BEFORE)) + chunk.toString('latin1').toLowerCase()
    isFound = [...text.matchAll(pattern)].some((one) => one.index + one[0].length + BEHIND <= text.length)
  }
  return isFound || text.search(pattern) >= 0
}
