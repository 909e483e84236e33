import { and, eq } from 'drizzle-orm'
import { businessProfile, type ProfileRow } from '#server/knowledge/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { member } from '#server/tenant/schema.ts'

/** The profile with the name of who saved it last. */
export type SavedProfile = { row: ProfileRow; updatedByName: string | null }

export async function findProfileRow(t: Tx): Promise<SavedProfile | null> {
  const rows = await t.prepared
    .select({ row: businessProfile, updatedByName: member.name })
    .from(businessProfile)
    .leftJoin(member, and(eq(member.tenantId, businessProfile.tenantId), eq(member.userId, businessProfile.updatedBy)))
    .where(eq(businessProfile.tenantId, t.tenantId))
  return rows[0] ?? null
}

type Values = Omit<typeof businessProfile.$inferInsert, 'tenantId' | 'version'>

/** Writes the profile if `version` is the current one (optimistic lock); else false. */
export async function writeProfileRow(t: Tx, version: number, values: Values): Promise<boolean> {
  const next = { ...values, version: version + 1 }
  const write = t.db.insert(businessProfile).values({ ...next, tenantId: t.tenantId })
  const { rowCount } = await (version === 0
    ? write.onConflictDoNothing()
    : t.db
        .update(businessProfile)
        .set(next)
        .where(and(eq(businessProfile.tenantId, t.tenantId), eq(businessProfile.version, version))))
  return (rowCount ?? 0) > 0
}
