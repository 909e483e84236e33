import type { TenantId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { RunReport } from '#server/platform/data-runs/run.ts'
import { type Platform, tenantOf } from '#server/platform/platform.ts'
import { text } from '#server/platform/text/message.ts'
import { stagedExport } from './earlier-export.ts'

/** What is counted in a business. */
const TABLES = [
  'member',
  'customer',
  'conversation',
  'ticket',
  'faq',
  'article',
  'training_document',
  'ai_provider',
  'migrated_document',
] as const

/** Counts where data is stored: in the export that was read, on this installation, and in one business. */
export async function checkStorage(
  platform: Platform,
  about: { tenantId: TenantId; slug: string } | null,
  report: RunReport,
): Promise<Record<string, unknown>> {
  const staged = await stagedExport(platform.db)
  if (staged.documents === 0) await report.say(m.data_run_check_nothing_staged)
  for (const { name, documents } of staged.collections) {
    await report.say(text(m.data_run_check_staged, { name, count: documents }))
  }
  const [row] = await platform.db.query<{ tenants: number; accounts: number }>(
    'SELECT (SELECT count(*)::int FROM tenant_overview()) AS tenants, (SELECT count(*)::int FROM auth."user") AS accounts',
  )
  await report.say(text(m.data_run_check_platform, { tenants: row?.tenants ?? 0, accounts: row?.accounts ?? 0 }))
  await report.progress(1, about ? TABLES.length + 1 : 1)
  for (const [n, table] of (about ? TABLES : []).entries()) {
    const count = await countIn(platform, about?.tenantId as TenantId, table)
    await report.say(text(m.data_run_check_tenant, { slug: about?.slug ?? '', name: table, count }))
    await report.progress(n + 2, TABLES.length + 1)
  }
  return { staged: staged.documents }
}

const countIn = async (platform: Platform, tenantId: TenantId, table: (typeof TABLES)[number]): Promise<number> => {
  const rows = await tenantOf(platform, tenantId).read((t) =>
    t.sql<{ n: number }>(`SELECT count(*)::int AS n FROM ${table} WHERE tenant_id = $1`, [t.tenantId]),
  )
  return rows[0]?.n ?? 0
}
