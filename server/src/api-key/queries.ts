import { and, count, desc, eq, getTableColumns, isNull } from 'drizzle-orm'
import type { PlanId } from '#contracts/billing/plan.ts'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { ApiKeyId, TenantId, UserId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { member } from '#server/tenant/schema.ts'
import { type ApiKeyRow, apiKey } from './schema.ts'

export type ListedKey = ApiKeyRow & { makerName: string; makerRole: MemberRole; makerRemovedAt: Date | null }

const byId = (t: Tx, id: ApiKeyId) => and(eq(apiKey.tenantId, t.tenantId), eq(apiKey.id, id), isNull(apiKey.revokedAt))

/** The keys that are not revoked, the newest first, with who made them. */
export const listKeyRows = (t: Tx): Promise<ListedKey[]> =>
  t.db
    .select({
      ...getTableColumns(apiKey),
      makerName: member.name,
      makerRole: member.role,
      makerRemovedAt: member.removedAt,
    })
    .from(apiKey)
    .innerJoin(member, and(eq(member.tenantId, apiKey.tenantId), eq(member.userId, apiKey.createdBy)))
    .where(and(eq(apiKey.tenantId, t.tenantId), isNull(apiKey.revokedAt)))
    .orderBy(desc(apiKey.createdAt), desc(apiKey.id))

export const countKeys = async (t: Tx): Promise<number> =>
  (
    await t.db
      .select({ keys: count() })
      .from(apiKey)
      .where(and(eq(apiKey.tenantId, t.tenantId), isNull(apiKey.revokedAt)))
  )[0]?.keys ?? 0

export const insertKey = (t: Tx, row: Omit<typeof apiKey.$inferInsert, 'tenantId'>) =>
  t.db.insert(apiKey).values({ ...row, tenantId: t.tenantId })

/** Revokes a key; null where there is none that works. */
export const markRevoked = async (t: Tx, id: ApiKeyId): Promise<ApiKeyRow | null> =>
  (await t.db.update(apiKey).set({ revokedAt: t.now }).where(byId(t, id)).returning())[0] ?? null

export const markUsed = (t: Tx, id: ApiKeyId) => t.db.update(apiKey).set({ lastUsedAt: t.now }).where(byId(t, id))

/** A key with what decides whether it works: the state of its maker, its business and the plan. */
export type FoundKey = {
  tenant_id: TenantId
  key_id: ApiKeyId
  name: string
  scopes: ApiKeyRow['scopes']
  expires_at: Date | null
  revoked_at: Date | null
  last_used_at: Date | null
  user_id: UserId
  email: string
  /** Null once the maker has left or their account is disabled. */
  role: MemberRole | null
  is_active: boolean
  plan_id: PlanId | null
  plan_ends_at: Date | null
}

/** Null also for a hash that two rows have: which of them was meant nobody knows. */
export async function findKeyByHash({ db }: Platform, hash: string): Promise<FoundKey | null> {
  const rows = await db.query<FoundKey>('SELECT * FROM api_key_of($1)', [hash], 'prepared')
  return rows.length === 1 ? (rows[0] ?? null) : null
}
