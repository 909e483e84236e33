import type { ImportSource, RecordKind } from '#contracts/data-import/data-import.ts'
import type { ArticleId, ConversationId, DataImportId } from '#contracts/ids.ts'
import { recordAuditIn } from '#server/identity/service.ts'
import { removeImportedArticle } from '#server/knowledge/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { lockTenant } from '#server/tenant/service.ts'
import { deleteWithConversation } from '#server/ticket/service.ts'
import { publishImports, publishMoved } from './live-events.ts'
import { findImport, updateImport } from './queries.ts'
import type { DataImportRow } from './schema.ts'

const BATCH = 200
const SLICE_MS = 20_000
/** Tickets first: a customer with a ticket stays. */
const ORDER = ['ticket', 'article', 'macro', 'customer'] as const satisfies RecordKind[]

type ImportedRecord = { externalId: string; targetId: string; isMade: boolean }

/** Removes what an import made; whether all is done. What somebody changed or uses since stays, and is counted. */
export async function undoRecords(tenant: Tenant, id: DataImportId): Promise<boolean> {
  const until = Date.now() + SLICE_MS
  while (Date.now() < until) if (await tenant.tx((t) => undoNext(t, id))) return true
  return false
}

/** A batch and the marks of its records are one commit, so that a killed process goes on behind them. */
async function undoNext(t: Tx, id: DataImportId): Promise<boolean> {
  const row = await findImport(t, id, 'forUpdate')
  if (row?.status !== 'undoing') return true
  for (const kind of ORDER) {
    const records = await listRecords(t, id, kind)
    if (records.length === 0) continue
    const gone = await removeEach(t, row.source, kind, records)
    await markRecords(t, row, kind, { gone, kept: records.filter((one) => !gone.includes(one)) })
    const removed = gone.filter(({ isMade }) => isMade).length
    const kept = records.length - gone.length
    await updateImport(t, id, {
      removed: (row.removed ?? 0) + removed,
      kept: (row.kept ?? 0) + kept,
      done: row.done + records.length,
    })
    publishImports(t)
    return false
  }
  await updateImport(t, id, { status: 'undone', content: null, finishedAt: t.now })
  await recordAuditIn(t, {
    address: null,
    requestId: null,
    action: 'data_import_undone',
    actor: { kind: 'system' },
    detail: { importId: id, source: row.source, removed: row.removed ?? 0, kept: row.kept ?? 0 },
  })
  publishImports(t)
  publishMoved(t)
  return true
}

const listRecords = (t: Tx, id: DataImportId, kind: RecordKind): Promise<ImportedRecord[]> =>
  t.sql<ImportedRecord>(
    `SELECT external_id AS "externalId", target_id AS "targetId", is_made AS "isMade" FROM data_import_record
     WHERE tenant_id = $1 AND import_id = $2 AND kind = $3 AND NOT is_kept ORDER BY external_id LIMIT ${BATCH}`,
    [t.tenantId, id, kind],
  )

/** The records that are gone: removed now, removed before by somebody, or never made. */
async function removeEach(
  t: Tx,
  source: ImportSource,
  kind: RecordKind,
  records: readonly ImportedRecord[],
): Promise<ImportedRecord[]> {
  const made = records.filter(({ isMade }) => isMade)
  const ids = made.map(({ targetId }) => targetId)
  const left = kind === 'ticket' ? await removeTickets(t, source, made) : await leftOf(t, kind, ids)
  return records.filter(({ isMade, targetId }) => !isMade || !left.has(targetId))
}

/** Removes these, and gives those that are to stay. */
async function leftOf(t: Tx, kind: Exclude<RecordKind, 'ticket'>, ids: string[]): Promise<Set<string>> {
  switch (kind) {
    case 'article':
      return removeArticles(t, ids)
    case 'macro':
      return new Set(
        await idsOf(
          t,
          `DELETE FROM macro WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND version = 1 RETURNING id`,
          ids,
          'macro',
        ),
      )
    case 'customer':
      return new Set(await idsOf(t, DELETE_CUSTOMERS, ids, 'customer'))
  }
}

/** Runs a deletion and gives the ids that are still there. */
async function idsOf(t: Tx, statement: string, ids: string[], table: 'macro' | 'customer'): Promise<string[]> {
  await t.sql(statement, [t.tenantId, ids])
  const rows = await t.sql<{ id: string }>(`SELECT id FROM ${table} WHERE tenant_id = $1 AND id = ANY ($2::uuid[])`, [
    t.tenantId,
    ids,
  ])
  return rows.map(({ id }) => id)
}

/** Not a customer who wrote since, was changed, merged, or has an account. */
const DELETE_CUSTOMERS = `
  DELETE FROM customer c WHERE c.tenant_id = $1 AND c.id = ANY ($2::uuid[]) AND c.version = 1 AND c.account_id IS NULL AND c.part_of_id IS NULL
    AND c.email_verified_at IS NULL AND c.blocked_at IS NULL
    AND NOT EXISTS (SELECT FROM ticket x WHERE x.tenant_id = $1 AND x.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM conversation x WHERE x.tenant_id = $1 AND x.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM guest x WHERE x.tenant_id = $1 AND x.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM memory x WHERE x.tenant_id = $1 AND x.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM customer_note x WHERE x.tenant_id = $1 AND x.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM customer_identity x WHERE x.tenant_id = $1 AND x.customer_id = c.id)
    AND NOT EXISTS (SELECT FROM customer_merge x WHERE x.tenant_id = $1 AND (x.into_id = c.id OR x.from_id = c.id))
    AND NOT EXISTS (SELECT FROM customer x WHERE x.tenant_id = $1 AND x.part_of_id = c.id)`

/** A ticket goes if it is as it was imported: no change, no further event in its conversation, nothing merged into it. */
async function removeTickets(t: Tx, source: ImportSource, records: readonly ImportedRecord[]): Promise<Set<string>> {
  const ids = records.map(({ targetId }) => targetId)
  // The conversation before its ticket, as everywhere.
  await t.sql(
    `SELECT c.id FROM conversation c WHERE c.tenant_id = $1 AND c.ticket_id = ANY ($2::uuid[]) ORDER BY c.id FOR UPDATE`,
    [t.tenantId, ids],
  )
  const rows = await t.sql<{ id: string; conversationId: ConversationId; isAsImported: boolean }>(
    `SELECT k.id, k.conversation_id AS "conversationId",
       k.version = 1 AND c.seq = r.seq AND NOT c.has_merged AND k.merged_into_id IS NULL AS "isAsImported"
     FROM ticket k JOIN conversation c ON c.tenant_id = $1 AND c.id = k.conversation_id
     JOIN data_import_record r ON r.tenant_id = $1 AND r.source = $3 AND r.kind = 'ticket' AND r.external_id = ANY ($4::text[])
       AND r.target_id = k.id
     WHERE k.tenant_id = $1 AND k.id = ANY ($2::uuid[])`,
    [t.tenantId, ids, source, records.map(({ externalId }) => externalId)],
  )
  const unchanged = rows.filter(({ isAsImported }) => isAsImported)
  await deleteWithConversation(
    t,
    unchanged.map(({ conversationId }) => conversationId),
  )
  return new Set(rows.filter(({ isAsImported }) => !isAsImported).map(({ id }) => id))
}

async function removeArticles(t: Tx, ids: string[]): Promise<Set<string>> {
  await lockTenant(t)
  const left = new Set<string>()
  for (const id of ids) if (!(await removeImportedArticle(t, id as ArticleId))) left.add(id)
  return left
}

type Marks = { gone: readonly ImportedRecord[]; kept: readonly ImportedRecord[] }

async function markRecords(t: Tx, { source }: DataImportRow, kind: RecordKind, { gone, kept }: Marks): Promise<void> {
  const values = (records: readonly ImportedRecord[]) => [
    t.tenantId,
    source,
    kind,
    records.map(({ externalId }) => externalId),
  ]
  const where = 'WHERE tenant_id = $1 AND source = $2 AND kind = $3 AND external_id = ANY ($4::text[])'
  await t.sql(`DELETE FROM data_import_record ${where}`, values(gone))
  await t.sql(`UPDATE data_import_record SET is_kept = true ${where}`, values(kept))
}
