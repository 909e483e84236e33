import { and, count, eq, isNull, sql } from 'drizzle-orm'
import type { Language } from '#contracts/languages.ts'
import { user } from '#server/identity/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { member } from '#server/tenant/schema.ts'
import { type SubscriptionRow, subscription } from './schema.ts'

export const findSubscription = async (t: Tx): Promise<SubscriptionRow | undefined> =>
  (await t.prepared.select().from(subscription).where(eq(subscription.tenantId, t.tenantId)))[0]

/** Under its lock: one transaction of the business at a time goes on from here. */
export const lockSubscription = async (t: Tx): Promise<SubscriptionRow | undefined> =>
  (await t.db.select().from(subscription).where(eq(subscription.tenantId, t.tenantId)).for('update'))[0]

export const upsertSubscription = async (t: Tx, row: SubscriptionRow): Promise<SubscriptionRow> => {
  const { tenantId: _, createdAt: __, ...change } = row
  const written = t.db
    .insert(subscription)
    .values(row)
    .onConflictDoUpdate({ target: subscription.tenantId, set: change })
  return (await written.returning())[0]!
}

/** The members that take a seat. */
export const countMembers = async (t: Tx): Promise<number> =>
  (
    await t.db
      .select({ count: count() })
      .from(member)
      .where(and(eq(member.tenantId, t.tenantId), isNull(member.removedAt)))
  )[0]?.count ?? 0

/** The owners of the business, with the language of their account; at most 10. */
export const listOwners = (t: Tx): Promise<{ email: string; language: Language }[]> =>
  t.db
    .select({ email: member.email, language: sql<Language>`coalesce(${user.language}, 'en')` })
    .from(member)
    .leftJoin(user, eq(user.id, member.userId))
    .where(and(eq(member.tenantId, t.tenantId), eq(member.role, 'owner'), isNull(member.removedAt)))
    .limit(10)

/** The billing month of now. */
export async function findMonth(t: Tx, startedAt: Date): Promise<{ from: Date; to: Date }> {
  const text = 'SELECT billing_month($1, $2) AS "from", billing_month($1, $2, 1) AS "to"'
  const [month] = await t.sql<{ from: Date; to: Date }>(text, [startedAt, t.now])
  if (!month) throw new Error('the database gave no billing month')
  return month
}
