import { and, count, desc, eq, sql } from 'drizzle-orm'
import type { GiftTokenStatus } from '#contracts/billing/gift-token.ts'
import type { GiftTokenId } from '#contracts/ids.ts'
import { afterPosition, type NewestFirstPosition } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Platform } from '#server/platform/platform.ts'
import { type GiftTokenRow, giftToken } from './schema.ts'

const IS_ACTIVE = eq(giftToken.status, 'active')

export const insertTokens = (platform: Platform, rows: (typeof giftToken.$inferInsert)[]): Promise<GiftTokenRow[]> =>
  platform.db.orm.insert(giftToken).values(rows).returning()

/** Serializes the callers, each in a transaction: of several at once the first inserts, and the others find its rows. */
export async function insertFamilyTokens(
  { db: { orm } }: Platform,
  rows: (typeof giftToken.$inferInsert)[],
): Promise<GiftTokenRow[]> {
  await orm.execute(sql`LOCK TABLE ${giftToken} IN SHARE ROW EXCLUSIVE MODE`)
  const existing = await orm.$count(giftToken, eq(giftToken.kind, 'family'))
  return existing > 0 ? [] : orm.insert(giftToken).values(rows).returning()
}

export const findActiveToken = async (platform: Platform, code: string): Promise<GiftTokenRow | undefined> =>
  (
    await platform.db.orm
      .select()
      .from(giftToken)
      .where(and(eq(giftToken.code, code), IS_ACTIVE))
  )[0]

/** Uses an active token once; no row where it is unknown or used up. The row lock serializes those who use it at once. */
export const consumeUse = async (t: Tx, code: string, email: string): Promise<GiftTokenRow | undefined> =>
  (
    await t.db
      .update(giftToken)
      .set({
        currentUses: sql`${giftToken.currentUses} + 1`,
        status: sql`CASE WHEN ${giftToken.currentUses} + 1 >= ${giftToken.maxUses} THEN 'redeemed' ELSE 'active' END`,
        redeemedAt: t.now,
        redeemedBy: email,
        redeemedTenantId: t.tenantId,
      })
      .where(and(eq(giftToken.code, code), IS_ACTIVE))
      .returning()
  )[0]

export const deleteActiveToken = (platform: Platform, id: GiftTokenId): Promise<GiftTokenRow[]> =>
  platform.db.orm
    .delete(giftToken)
    .where(and(eq(giftToken.id, id), IS_ACTIVE))
    .returning()

export const isToken = async (platform: Platform, id: GiftTokenId): Promise<boolean> =>
  (await platform.db.orm.$count(giftToken, eq(giftToken.id, id))) > 0

export const deleteTokens = async (platform: Platform): Promise<number> =>
  (await platform.db.orm.delete(giftToken)).rowCount ?? 0

export const selectTokens = (
  platform: Platform,
  { status, after, limit }: { status: GiftTokenStatus | undefined; after: NewestFirstPosition | null; limit: number },
): Promise<GiftTokenRow[]> =>
  platform.db.orm
    .select()
    .from(giftToken)
    .where(and(status && eq(giftToken.status, status), afterPosition(giftToken.createdAt, giftToken.id, after)))
    .orderBy(desc(giftToken.createdAt), desc(giftToken.id))
    .limit(limit)

export const countTokens = (platform: Platform): Promise<{ status: GiftTokenStatus; n: number }[]> =>
  platform.db.orm.select({ status: giftToken.status, n: count() }).from(giftToken).groupBy(giftToken.status)
