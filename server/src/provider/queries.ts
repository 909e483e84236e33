import { and, eq, gte, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { ConversationId, GuestId, TenantId, UserId } from '#contracts/ids.ts'
import type { KeyStatus } from '#contracts/provider/api-settings.ts'
import type { ProviderId } from '#contracts/provider/provider.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import {
  type AttemptRow,
  aiAttempt,
  aiPolicy,
  aiProvider,
  aiSpending,
  type PolicyRow,
  type ProviderRow,
} from './schema.ts'

export const listProviderRows = (t: Tx): Promise<ProviderRow[]> =>
  t.db.select().from(aiProvider).where(eq(aiProvider.tenantId, t.tenantId)).limit(100)

export const findPolicyRow = async (t: Tx): Promise<PolicyRow | undefined> =>
  (await t.db.select().from(aiPolicy).where(eq(aiPolicy.tenantId, t.tenantId)))[0]

export const upsertProvider = (t: Tx, row: ProviderRow) =>
  t.db
    .insert(aiProvider)
    .values(row)
    .onConflictDoUpdate({ target: [aiProvider.tenantId, aiProvider.provider], set: row })

export const upsertPolicy = (t: Tx, row: Omit<PolicyRow, 'updatedAt' | 'updatedBy' | 'updatedByName'>, by: Changer) => {
  const whole = { ...row, updatedAt: t.now, updatedBy: by.userId, updatedByName: by.name }
  return t.db.insert(aiPolicy).values(whole).onConflictDoUpdate({ target: aiPolicy.tenantId, set: whole })
}

type Changer = { userId: UserId | null; name: string }

/** Stores a key's status unless the key has changed since. Returns whether the status changed. */
export async function setStatus(
  t: Tx,
  provider: ProviderId,
  keyChangedAt: Date | null,
  status: KeyStatus,
): Promise<boolean> {
  const rows = await t.db
    .update(aiProvider)
    .set({ status, checkedAt: t.now })
    .where(
      and(
        eq(aiProvider.tenantId, t.tenantId),
        eq(aiProvider.provider, provider),
        keyChangedAt ? eq(aiProvider.keyChangedAt, keyChangedAt) : isNull(aiProvider.keyChangedAt),
        ne(aiProvider.status, status),
      ),
    )
    .returning({ provider: aiProvider.provider })
  return rows.length > 0
}

/** Stores the time of a test that did not change the status. */
export const touchStatus = (t: Tx, provider: ProviderId) =>
  t.db
    .update(aiProvider)
    .set({ checkedAt: t.now })
    .where(and(eq(aiProvider.tenantId, t.tenantId), eq(aiProvider.provider, provider)))

export const insertAttempts = (t: Tx, rows: AttemptRow[]) => t.db.insert(aiAttempt).values(rows)

/** Adds to a day's spending. Callers pass the subjects in the same order (tenant, guest) to avoid deadlocks. */
export const addSpending = (t: Tx, day: string, subjects: readonly (TenantId | GuestId)[], microCents: number) =>
  t.db
    .insert(aiSpending)
    .values(subjects.map((subjectId) => ({ tenantId: t.tenantId, day, subjectId, microCents })))
    .onConflictDoUpdate({
      target: [aiSpending.tenantId, aiSpending.day, aiSpending.subjectId],
      set: { microCents: sql`${aiSpending.microCents} + excluded.micro_cents` },
    })

export const listSpending = (t: Tx, day: string, subjects: readonly (TenantId | GuestId)[]) =>
  t.prepared
    .select({ subjectId: aiSpending.subjectId, microCents: aiSpending.microCents })
    .from(aiSpending)
    .where(
      and(eq(aiSpending.tenantId, t.tenantId), eq(aiSpending.day, day), inArray(aiSpending.subjectId, [...subjects])),
    )

export type DaySums = { provider: ProviderId; calls: number; failed: number; microCents: number }

/** Calls and cost by provider since a moment. */
export const sumAttempts = (t: Tx, since: Date): Promise<DaySums[]> =>
  t.db
    .select({
      provider: aiAttempt.provider,
      calls: sql<number>`count(*)::int`,
      failed: sql<number>`count(${aiAttempt.fault})::int`,
      microCents: sql<number>`sum(${aiAttempt.costMicroCents})::float8`,
    })
    .from(aiAttempt)
    .where(and(eq(aiAttempt.tenantId, t.tenantId), gte(aiAttempt.at, since)))
    .groupBy(aiAttempt.provider)

export const listAttemptRows = (t: Tx, conversationId: ConversationId, limit: number): Promise<AttemptRow[]> =>
  t.db
    .select()
    .from(aiAttempt)
    .where(and(eq(aiAttempt.tenantId, t.tenantId), eq(aiAttempt.conversationId, conversationId)))
    .orderBy(aiAttempt.at, aiAttempt.position)
    .limit(limit)
