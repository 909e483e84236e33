import { and, eq } from 'drizzle-orm'
import type { RetentionCounts, RetentionPolicy } from '#contracts/tenant/retention.ts'
import { type RetentionRow, retentionPolicy } from '#server/archive/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

export const findPolicy = async (t: Tx): Promise<RetentionRow | null> =>
  (await t.db.select().from(retentionPolicy).where(eq(retentionPolicy.tenantId, t.tenantId)))[0] ?? null

/** Writes the policy if `version` is the current one (optimistic lock); else false. */
export async function writePolicy(t: Tx, version: number, policy: RetentionPolicy, by: string): Promise<boolean> {
  const next = { ...policy, version: version + 1, changedByName: by }
  const isCurrent = and(eq(retentionPolicy.tenantId, t.tenantId), eq(retentionPolicy.version, version))
  const { rowCount } = await (version === 0
    ? t.db
        .insert(retentionPolicy)
        .values({ ...next, tenantId: t.tenantId })
        .onConflictDoNothing()
    : t.db.update(retentionPolicy).set(next).where(isCurrent))
  return (rowCount ?? 0) > 0
}

export const saveRun = (t: Tx, lastDeleted: RetentionCounts) =>
  t.db.update(retentionPolicy).set({ lastRunAt: t.now, lastDeleted }).where(eq(retentionPolicy.tenantId, t.tenantId))
