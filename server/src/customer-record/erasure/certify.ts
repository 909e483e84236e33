import type { CustomerErasureId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { listFilesAfter, scanFiles } from './file-residue.ts'
import { findErasure, lockErasure, updateErasure } from './queries.ts'
import { countImports, countJobs, countPart, isOfTheBusiness, listParts, type Scanning } from './residue.ts'
import type { CustomerErasureRow } from './schema.ts'

/** Files that are read between two marks, the largest of 25 MB. */
const FILES_AT_ONCE = 20
/** Tables are read for so long between two marks. */
const TABLES_MS = 5000

const BEGIN: Scanning = { filesUpTo: '', areFilesRead: false, partsUpTo: '', files: 0, found: {} }

/**
 * Looks for what is left of the person in the next files, then in the next tables; whether the erasure has ended. The end is written with what
 * was found, and then nothing of the erasure names the person either. Each step is stored with its mark, from which a repetition goes on.
 */
export async function certifyNext(tenant: Tenant, id: CustomerErasureId): Promise<boolean> {
  const begun = await tenant.read(async (t) => {
    const erasure = await findErasure(t, id)
    if (!erasure || erasure.finishedAt) return null
    const at = erasure.scanning ?? BEGIN
    // Without an address no file is known to be of the person.
    const isRead = at.areFilesRead || erasure.emails.length === 0
    return { erasure, at, files: isRead ? [] : await listFilesAfter(t, at.filesUpTo, FILES_AT_ONCE) }
  })
  if (!begun) return true
  const { erasure, at, files } = begun
  if (files.length === 0) return tenant.tx((t) => readTables(t, id, { ...at, areFilesRead: true }))
  // Outside of a transaction, which would wait for the disk.
  const found = await scanFiles(tenant.platform.files, files, erasure.emails)
  const next: Scanning = {
    ...at,
    filesUpTo: files.at(-1)?.key ?? at.filesUpTo,
    areFilesRead: files.length < FILES_AT_ONCE,
    files: at.files + files.length,
    found: added(at.found, found),
  }
  await tenant.tx(async (t) => {
    const row = await lockErasure(t, id)
    // Another process may have read the same files.
    if (row && !row.finishedAt && (row.scanning ?? BEGIN).filesUpTo === at.filesUpTo)
      await updateErasure(t, id, { scanning: next })
  })
  return false
}

async function readTables(t: Tx, id: CustomerErasureId, given: Scanning): Promise<boolean> {
  const erasure = await lockErasure(t, id)
  if (!erasure || erasure.finishedAt) return true
  const at = { ...(erasure.scanning ?? BEGIN), areFilesRead: given.areFilesRead }
  const until = Date.now() + TABLES_MS
  const parts = await listParts(t)
  for (const part of parts.filter(({ place }) => place > at.partsUpTo)) {
    if (Date.now() > until) {
      await updateErasure(t, id, { scanning: at })
      return false
    }
    at.found = added(at.found, new Map([[part.table, await countPart(t, part, erasure)]]))
    at.partsUpTo = part.place
  }
  await end(t, erasure, at, new Set(parts.map(({ table }) => table)).size)
  return true
}

async function end(t: Tx, erasure: CustomerErasureRow, { files, found }: Scanning, tables: number): Promise<void> {
  const all = added(found, new Map([['queue of jobs', await countJobs(t, erasure.emails)]]))
  const places = Object.entries(all).map(([name, rows]) => ({ name, rows }))
  const scan = {
    tables,
    files,
    residue: places.filter(({ name }) => !isOfTheBusiness(name)),
    kept: places.filter(({ name }) => isOfTheBusiness(name)),
    imports: await countImports(t),
  }
  await updateErasure(t, erasure.id, { words: [], emails: [], scan, scanning: null, finishedAt: t.now })
}

/** Places without any are left out. */
function added(found: Scanning['found'], more: ReadonlyMap<string, number>): Scanning['found'] {
  const all = { ...found }
  for (const [name, rows] of more) if (rows > 0) all[name] = (all[name] ?? 0) + rows
  return all
}
