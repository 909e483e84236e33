import { and, asc, desc, eq, gte, isNotNull, notInArray, or, sql } from 'drizzle-orm'
import type { DataImportStatus } from '#contracts/data-import/data-import.ts'
import type { DataImportId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { type DataImportRow, type DataImportSkipRow, dataImport, dataImportRecord, dataImportSkip } from './schema.ts'

const byId = (t: Tx, id: DataImportId) => and(eq(dataImport.tenantId, t.tenantId), eq(dataImport.id, id))
/** While a job works on the import. */
export const AT_WORK: readonly DataImportStatus[] = ['reading', 'checking', 'running', 'undoing']

const skipsOf = (t: Tx, id: DataImportId) =>
  and(eq(dataImportSkip.tenantId, t.tenantId), eq(dataImportSkip.importId, id))

/** Imports of one business begin one after the other, so that one of them is at work at a time. */
export const lockImports = (t: Tx) =>
  t.sql('SELECT pg_advisory_xact_lock(hashtext($1), hashtext($2))', ['data imports', t.tenantId])

export const insertImport = (t: Tx, row: typeof dataImport.$inferInsert) => t.db.insert(dataImport).values(row)

export async function findImport(t: Tx, id: DataImportId, lock?: 'forUpdate'): Promise<DataImportRow | null> {
  const found = t.db.select().from(dataImport).where(byId(t, id))
  return (await (lock ? found.for('update') : found))[0] ?? null
}

export const updateImport = (t: Tx, id: DataImportId, change: Partial<Omit<DataImportRow, 'tenantId' | 'id'>>) =>
  t.db
    .update(dataImport)
    .set({ changedAt: t.now, ...change })
    .where(byId(t, id))

export const deleteImport = (t: Tx, id: DataImportId) => t.db.delete(dataImport).where(byId(t, id))

export const listImports = (t: Tx, limit: number): Promise<DataImportRow[]> =>
  t.db
    .select()
    .from(dataImport)
    .where(eq(dataImport.tenantId, t.tenantId))
    .orderBy(desc(dataImport.createdAt), desc(dataImport.id))
    .limit(limit)

/** Another import that is at work now. */
export const findBusyImport = async (t: Tx, beside: DataImportId): Promise<boolean> =>
  (
    await t.sql(`SELECT FROM data_import WHERE tenant_id = $1 AND id <> $2 AND status = ANY ($3) LIMIT 1`, [
      t.tenantId,
      beside,
      AT_WORK,
    ])
  ).length > 0

/** The imports with a file that nothing works on, under their locks. */
export const lockUnworkedFiles = (t: Tx): Promise<DataImportRow[]> =>
  t.db
    .select()
    .from(dataImport)
    .where(
      and(
        eq(dataImport.tenantId, t.tenantId),
        notInArray(dataImport.status, [...AT_WORK]),
        or(isNotNull(dataImport.fileKey), isNotNull(dataImport.recordsKey)),
      ),
    )
    .orderBy(asc(dataImport.id))
    .for('update')

/** Imports of which a file is kept. */
export const countKept = async (t: Tx): Promise<number> =>
  (
    await t.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM data_import WHERE tenant_id = $1 AND (file_key IS NOT NULL OR records_key IS NOT NULL)',
      [t.tenantId],
    )
  )[0]?.count ?? 0

export const hasRecords = async (t: Tx, id: DataImportId): Promise<boolean> =>
  (
    await t.db
      .select({ id: dataImportRecord.externalId })
      .from(dataImportRecord)
      .where(and(eq(dataImportRecord.tenantId, t.tenantId), eq(dataImportRecord.importId, id)))
      .limit(1)
  ).length > 0

export async function insertSkips(t: Tx, rows: readonly DataImportSkipRow[]): Promise<void> {
  if (rows.length > 0)
    await t.db
      .insert(dataImportSkip)
      .values([...rows])
      .onConflictDoNothing()
}

/** Those that a dry run or a run found; what could not be read stays. */
export const deleteFoundSkips = (t: Tx, id: DataImportId) =>
  t.db.delete(dataImportSkip).where(and(skipsOf(t, id), gte(dataImportSkip.ordinal, 0)))

export const countSkips = async (t: Tx, id: DataImportId): Promise<number> =>
  (await t.db.select({ count: sql<number>`count(*)::int` }).from(dataImportSkip).where(skipsOf(t, id)))[0]?.count ?? 0

export const listSkips = (t: Tx, id: DataImportId, { after, limit }: { after: number | null; limit: number }) =>
  t.db
    .select()
    .from(dataImportSkip)
    .where(and(skipsOf(t, id), after === null ? undefined : sql`${dataImportSkip.ordinal} > ${after}`))
    .orderBy(asc(dataImportSkip.ordinal))
    .limit(limit)
