import { rm } from 'node:fs/promises'
import type { TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { endSubscription } from '#server/billing/service.ts'
import { vectorFileOf } from '#server/knowledge/service.ts'
import type { RunReport } from '#server/platform/data-runs/run.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { removeStoredFile } from '#server/platform/files/removal.ts'
import { FILE_COLUMNS } from '#server/platform/files/schema.ts'
import { type Platform, type Tenant, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { invalidatePortal } from '#server/tenant/service.ts'
import { listTenantTables } from './tables.ts'

/** Rows that one transaction deletes. */
const BATCH = 1000

type Report = Pick<RunReport, 'say' | 'progress'>
type Deleted = { rows: number; tables: number }

/**
 * Deletes a business for good: its rows in every table, their files, its vectors, its queued jobs and its subscription at Stripe. In batches, each with
 * the jobs that remove its files, so that a killed process leaves nothing behind that the next attempt does not delete. The audit log,
 * payments and the accounts of people stay. `record` is called once, in the transaction that deletes the business itself: a repetition after a kill
 * does not find it any more.
 */
export async function deleteTenantForGood(
  platform: Platform,
  id: TenantId,
  report: Report,
  record: (t: Tx, deleted: Deleted) => Promise<void>,
): Promise<Deleted> {
  const tenant = tenantOf(platform, id)
  const tables = await tenant.read(tablesToDelete)
  const slug = await tenant.tx(async (t) => {
    await endSubscription(t)
    return (await t.sql<{ slug: string }>('SELECT slug FROM tenant WHERE id = $1', [t.tenantId]))[0]?.slug
  })
  let rows = 0
  for (const [n, table] of tables.entries()) {
    rows += await emptyTable(tenant, table)
    await report.progress(n + 1, tables.length + 1)
  }
  const deleted = { rows, tables: tables.length + 1 }
  await tenant.tx(async (t) => {
    const gone = await t.sql('DELETE FROM tenant WHERE id = $1 RETURNING 1', [t.tenantId])
    await deleteOutside(t)
    if (gone.length > 0) await record(t, deleted)
  })
  if (slug) invalidatePortal(platform, slug)
  await rm(vectorFileOf(platform, id), { force: true })
  await platform.db.query('UPDATE auth.data_run SET expires_at = $2 WHERE tenant_id = $1 AND storage_key IS NOT NULL', [
    id,
    platform.clock.now(),
  ])
  await report.progress(tables.length + 1, tables.length + 1)
  await report.say(text(m.delete_tenant_rows, deleted))
  return deleted
}

type Table = { name: string; ownReferences: string[]; fileColumns: string[] }

/** Every table of a business but its own row, those that refer to others first. */
async function tablesToDelete(t: Tx): Promise<Table[]> {
  const found = (await listTenantTables(t)).filter(({ name }) => name !== 'tenant')
  const ordered: typeof found = []
  const visit = (one: (typeof found)[number]): void => {
    if (ordered.includes(one)) return
    for (const other of found) {
      if (other !== one && other.references.some(({ table }) => table === one.name)) visit(other)
    }
    ordered.push(one)
  }
  for (const one of found) visit(one)
  return ordered.map(({ name, columns, references }) => ({
    name,
    ownReferences: references
      .filter(({ table }) => table === name)
      .flatMap((one) => one.columns)
      .filter((column) => column !== 'tenant_id'),
    fileColumns: columns.map((one) => one.name).filter((name) => FILE_COLUMNS.includes(name)),
  }))
}

async function emptyTable(tenant: Tenant, { name, ownReferences, fileColumns }: Table): Promise<number> {
  for (const column of ownReferences) {
    await repeat(tenant, (t) =>
      t.sql(
        `UPDATE ${name} SET ${column} = NULL WHERE tenant_id = $1 AND ctid IN
           (SELECT ctid FROM ${name} WHERE tenant_id = $1 AND ${column} IS NOT NULL LIMIT ${BATCH}) RETURNING 1`,
        [t.tenantId],
      ),
    )
  }
  // The server may not delete what happened; this function may, of a business that is being deleted.
  const text =
    name === 'activity_log'
      ? 'SELECT * FROM delete_activity($1, $2)'
      : `DELETE FROM ${name} WHERE tenant_id = $1 AND ctid IN (SELECT ctid FROM ${name} WHERE tenant_id = $1 LIMIT $2)
         RETURNING ${fileColumns.length > 0 ? `ARRAY[${fileColumns}] AS keys` : '1'}`
  return repeat(tenant, async (t) => {
    const rows = await t.sql<{ keys?: (string | null)[] }>(text, [t.tenantId, BATCH])
    for (const storageKey of rows.flatMap(({ keys }) => keys ?? []))
      if (storageKey) await t.enqueue(removeStoredFile, { storageKey })
    return rows
  })
}

async function repeat(tenant: Tenant, once: (t: Tx) => Promise<unknown[]>): Promise<number> {
  let all = 0
  for (;;) {
    const { length } = await tenant.tx(once)
    all += length
    if (length < BATCH) return all
  }
}

/** What is about the business in tables without tenants: support on its desk, counts of its mails to strangers, and its queued jobs. */
async function deleteOutside(t: Tx): Promise<void> {
  const values = [t.tenantId]
  await t.sql('DELETE FROM auth.support_access WHERE tenant_id = $1', values)
  await t.sql('DELETE FROM auth.stranger_message WHERE tenant_id = $1', values)
  await t.sql("DELETE FROM pgboss.job WHERE data->>'tenantId' = $1::text AND state <> 'active'", values)
}
