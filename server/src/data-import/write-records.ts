import type { ImportMapping, ImportReport, RecordKind } from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import { recordAuditIn } from '#server/identity/service.ts'
import { analyzeGrown } from '#server/platform/db/analyze-grown.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { storedText } from '#server/platform/text/stored-text.ts'
import { publishImports, publishMoved } from './live-events.ts'
import { findImport, insertSkips, updateImport } from './queries.ts'
import { inBatches, readRecords, type StoredRecord } from './reading/read-records.ts'
import type { DataImportRow, DataImportSkipRow } from './schema.ts'
import { type ImportContext, readContext } from './writing/context.ts'
import { emptyReport, type Plan, planBatch, type Skip } from './writing/plan-batch.ts'
import { writeCustomers } from './writing/write-customers.ts'
import { writeArticles, writeMacros } from './writing/write-knowledge.ts'
import { writeTickets } from './writing/write-tickets.ts'

/** What one transaction writes: less than a second, in which no other ticket of the business is numbered. */
const BATCH = { records: 250, bytes: 2 * 1024 * 1024 }
/** A job writes for so long and leaves the rest to the next one, so that a killed process is noticed soon. */
const SLICE_MS = 20_000

export type Runnable = DataImportRow & { mapping: ImportMapping; recordsKey: string }

export const isRunnable = (row: DataImportRow | null): row is Runnable =>
  row !== null && row.mapping !== null && row.recordsKey !== null

/**
 * Imports the next records; whether the import has ended. A batch and the position behind it are one commit: what a killed process began is not
 * there, and what it ended is not written again.
 */
export async function writeRecords(platform: Platform, tenant: Tenant, id: DataImportId): Promise<boolean> {
  const found = await tenant.read(async (t) => {
    const row = await findImport(t, id)
    return row?.status === 'running' && isRunnable(row) ? { row, context: await readContext(t, row) } : null
  })
  if (!found) return true
  const { row, context } = found
  const until = Date.now() + SLICE_MS
  let position = row.position
  for await (const batch of inBatches(readRecords(platform.files, row.recordsKey, position), BATCH)) {
    const plan = await planBatch(batch, context)
    const next = batch.at(-1)?.end ?? position
    const isWritten = await tenant.tx((t) => writeBatch(t, { id, position, next, batch, plan, context }))
    if (!isWritten) return true
    position = next
    if (Date.now() > until) return false
  }
  await tenant.tx((t) => finish(t, id, position))
  return true
}

type Batch = {
  id: DataImportId
  position: number
  next: number
  batch: readonly StoredRecord[]
  plan: Plan
  context: ImportContext
}

/** False where the import was cancelled, or another process goes on with it. */
async function writeBatch(t: Tx, { id, position, next, batch, plan, context }: Batch): Promise<boolean> {
  const row = await findImport(t, id, 'forUpdate')
  if (row?.status !== 'running' || row.position !== position) return false
  const report = structuredClone(row.result ?? emptyReport())
  // Customers first: tickets name them. Tickets last: no other one is numbered from then on.
  const customers = await writeCustomers(t, plan.customers, context)
  const articles = await writeArticles(t, plan.articles, context)
  const macros = await writeMacros(t, plan.macros, context)
  const skips = [...plan.skips, ...macros.skips]
  const listed = [...skips, ...plan.partial]
  await storeSkips(t, id, row.done, listed)
  const tickets = await writeTickets(t, plan.tickets, context)
  addTo(report, { customer: customers, article: articles, macro: macros, ticket: tickets }, plan, skips)
  const done = row.done + batch.length
  if (hasDoubled(row.done, done)) await analyzeGrown(t, GROWING, done)
  await updateImport(t, id, { position: next, done, result: report, skippedCount: row.skippedCount + listed.length })
  publishImports(t)
  return true
}

const GROWING = [
  'conversation',
  'customer',
  'data_import_record',
  'message',
  'ticket',
  'ticket_vocabulary',
  'ticket_words',
]

/** Each time that twice as many records are written. */
const hasDoubled = (before: number, after: number): boolean => Math.log2(before + 1) % 1 > Math.log2(after + 1) % 1

type Written = { added: number; known: number }

/** Adds what became of a batch. */
export function addTo(
  report: ImportReport,
  written: Record<RecordKind, Written>,
  plan: Plan,
  skips: readonly Skip[],
): void {
  for (const kind of ['customer', 'article', 'macro', 'ticket'] as const) {
    report[kind].added += written[kind].added
    report[kind].known += written[kind].known + plan.repeated[kind]
    report[kind].skipped += skips.filter((skip) => skip.kind === kind).length
  }
}

/** `from`: the place of the batch among the records. */
export async function storeSkips(t: Tx, importId: DataImportId, from: number, skips: readonly Skip[]): Promise<void> {
  const rows = skips.flatMap(({ reason, ...skip }, index): DataImportSkipRow[] => {
    const stored = storedText(reason)
    return stored ? [{ ...skip, tenantId: t.tenantId, importId, ordinal: from + index, reason: stored }] : []
  })
  await insertSkips(t, rows)
}

async function finish(t: Tx, id: DataImportId, position: number): Promise<void> {
  const row = await findImport(t, id, 'forUpdate')
  if (row?.status !== 'running' || row.position !== position) return
  const result = row.result ?? emptyReport()
  // What it has of people is in their own records now.
  await updateImport(t, id, { status: 'done', result, content: null, done: row.total, finishedAt: t.now })
  await recordAuditIn(t, {
    address: null,
    requestId: null,
    action: 'data_import_done',
    actor: { kind: 'system' },
    detail: { importId: id, source: row.source, result },
  })
  publishImports(t)
  publishMoved(t)
}
