import type { ImportId } from '#contracts/ids.ts'
import type { ImportView } from '#contracts/knowledge/import.ts'
import type { Language } from '#contracts/languages.ts'
import { EDIT_KNOWLEDGE } from '#server/knowledge/policy.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { lineIn } from '#server/platform/text/stored-text.ts'
import { findImport, type ImportSummary, readImportRows } from './queries.ts'

const PREVIEW_ROWS = 50
const MAX_FAULTS = 200

/** An import with its progress, and with its first rows while it is a preview. */
export const getFaqImport = (tenant: Tenant, actor: Member, id: ImportId): Promise<ImportView> =>
  tenant.read(async (t) => {
    const head = await getImportRow(t, id)
    requireRole(actor, EDIT_KNOWLEDGE)
    return presentImport(t, head)
  })

/** The import with its reason and its faults in the reader's language. */
export async function importIn(language: Language, read: Promise<ImportView>): Promise<ImportView> {
  const view = await read
  return {
    ...view,
    reason: view.reason && lineIn(view.reason, language),
    faults: view.faults.map((fault) => ({ ...fault, message: lineIn(fault.message, language) })),
  }
}

export async function getImportRow(t: Tx, id: ImportId, how?: 'forUpdate'): Promise<ImportSummary> {
  const head = await findImport(t, id, how)
  if (!head) throw notFound('import')
  return head
}

export async function presentImport(t: Tx, head: ImportSummary): Promise<ImportView> {
  const preview =
    head.status === 'ready' ? await readImportRows(t, head.id, 0, head.kind === 'page' ? 500 : PREVIEW_ROWS) : []
  const { createdAt, faults } = head
  return {
    ...head,
    faultCount: faults.length,
    faults: faults.slice(0, MAX_FAULTS),
    preview,
    createdAt: createdAt.toISOString(),
  }
}
