import type { Tx } from '#server/platform/db/tenant.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { publishImports } from './live-events.ts'
import { lockUnworkedFiles, updateImport } from './queries.ts'
import type { DataImportRow } from './schema.ts'

/** Takes the upload and the records off an import, which cannot go on then; a job removes them after the commit. */
export async function dropFiles(t: Tx, { id, fileKey, recordsKey }: DataImportRow): Promise<void> {
  await updateImport(t, id, { fileKey: null, recordsKey: null, content: null })
  for (const storageKey of [fileKey, recordsKey]) if (storageKey) await t.enqueue(removeStoredFile, { storageKey })
  publishImports(t)
}

/** The same of all imports that nothing works on: what waits may hold a person who was erased, and would bring them back. */
export async function dropUnworkedFiles(t: Tx): Promise<void> {
  for (const row of await lockUnworkedFiles(t)) await dropFiles(t, row)
}
