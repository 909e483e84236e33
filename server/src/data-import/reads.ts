import { Readable } from 'node:stream'
import type { DataImportView } from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { csvCell } from '#server/platform/text/text.ts'
import { IMPORT_DATA } from './policy.ts'
import { presentImport, presentSkip } from './present.ts'
import { findImport, listImports, listSkips } from './queries.ts'
import type { DataImportRow } from './schema.ts'

const MOST_IMPORTS = 50
const SHOWN_SKIPS = 50
const PAGE = 1000

export async function getImportRow(t: Tx, id: DataImportId, lock?: 'forUpdate'): Promise<DataImportRow> {
  const row = await findImport(t, id, lock)
  if (!row) throw notFound('import')
  return row
}

/** An import with the first records that were left out. */
export async function viewImport(t: Tx, id: DataImportId, language: Language): Promise<DataImportView> {
  const [row, skips] = await Promise.all([getImportRow(t, id), listSkips(t, id, { after: null, limit: SHOWN_SKIPS })])
  return presentImport(row, skips, language)
}

export const readImport = (
  tenant: Tenant,
  actor: Member,
  id: DataImportId,
  language: Language,
): Promise<DataImportView> => {
  requireRole(actor, IMPORT_DATA)
  return tenant.read((t) => viewImport(t, id, language))
}

/** The newest imports, without what they left out. */
export const readImports = (
  tenant: Tenant,
  actor: Member,
  language: Language,
): Promise<{ items: DataImportView[] }> => {
  requireRole(actor, IMPORT_DATA)
  return tenant.read(async (t) => ({
    items: (await listImports(t, MOST_IMPORTS)).map((row) => presentImport(row, [], language)),
  }))
}

/** The records that were left out as CSV, made while it is sent. Throws not_found. */
export async function downloadSkips(
  tenant: Tenant,
  actor: Member,
  id: DataImportId,
  language: Language,
): Promise<Readable> {
  requireRole(actor, IMPORT_DATA)
  await tenant.read((t) => getImportRow(t, id))
  return Readable.from(skipLines(tenant, id, language))
}

async function* skipLines(tenant: Tenant, id: DataImportId, language: Language): AsyncGenerator<string> {
  yield '\uFEFFplace,kind,id,reason\r\n'
  let after: number | null = null
  for (;;) {
    const rows = await tenant.read((t) => listSkips(t, id, { after, limit: PAGE }))
    const lines = rows.map((row) => {
      const { place, kind, externalId, reason } = presentSkip(row, language)
      return `${[place, kind, externalId, reason].map(csvCell).join(',')}\r\n`
    })
    if (lines.length > 0) yield lines.join('')
    after = rows.at(-1)?.ordinal ?? null
    if (rows.length < PAGE) return
  }
}
