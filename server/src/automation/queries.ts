import { and, eq, sql } from 'drizzle-orm'
import type { SlaPolicy } from '#contracts/automation/sla.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { automationSetting } from './schema.ts'

export type AutomationSetting = typeof automationSetting.$inferSelect

/** Null for a business that never switched anything on. */
export const findSetting = async (t: Tx): Promise<AutomationSetting | null> =>
  (await t.db.select().from(automationSetting).where(eq(automationSetting.tenantId, t.tenantId)))[0] ?? null

/** Stores the agreed times where they still have this version; whether it did. */
export async function saveSlaSetting(
  t: Tx,
  version: number,
  { isOn, policy }: { isOn: boolean; policy: SlaPolicy },
): Promise<boolean> {
  const written = { slaIsOn: isOn, slaPolicy: policy, slaVersion: version + 1 }
  await t.db.insert(automationSetting).values({ tenantId: t.tenantId }).onConflictDoNothing()
  const rows = await t.db
    .update(automationSetting)
    .set(written)
    .where(and(eq(automationSetting.tenantId, t.tenantId), eq(automationSetting.slaVersion, version)))
    .returning({ version: automationSetting.slaVersion })
  return rows.length > 0
}

/** Agreed times that are switched off no longer count for unfinished tickets; what finished ones met or breached stays. */
export async function deleteUnfinishedSla(t: Tx): Promise<void> {
  // The tickets first, as every change of a standing locks: the database clears their copy of it.
  await t.sql(
    `SELECT id FROM ticket WHERE tenant_id = $1 AND sla_state IS NOT NULL AND status IN ('open', 'in-progress', 'waiting')
     ORDER BY id FOR NO KEY UPDATE`,
    [t.tenantId],
  )
  await t.db.execute(sql`DELETE FROM ticket_sla s USING ticket t WHERE s.tenant_id = ${t.tenantId} AND t.tenant_id = s.tenant_id
    AND t.id = s.ticket_id AND t.status IN ('open', 'in-progress', 'waiting')`)
}
