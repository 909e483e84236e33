import { sql } from 'drizzle-orm'
import { check, index, integer, text, uuid } from 'drizzle-orm/pg-core'
import type { GiftTokenKind, GiftTokenStatus } from '#contracts/billing/gift-token.ts'
import type { GiftTokenId, TenantId } from '#contracts/ids.ts'
import { auth } from '#server/identity/schema.ts'
import { instant } from '#server/platform/db/table.ts'

/** A code that gives a new business the lifetime plan without payment. The platform owner copies it at any time, so it is stored as it is. */
export const giftToken = auth.table(
  'gift_token',
  {
    id: uuid('id').$type<GiftTokenId>().primaryKey(),
    code: text('code').notNull().unique(),
    kind: text('kind').$type<GiftTokenKind>().notNull(),
    description: text('description').notNull(),
    status: text('status').$type<GiftTokenStatus>().notNull().default('active'),
    maxUses: integer('max_uses').notNull().default(1),
    currentUses: integer('current_uses').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    redeemedAt: instant('redeemed_at'),
    /** The e-mail address of the account that redeemed it last, and its business. */
    redeemedBy: text('redeemed_by'),
    redeemedTenantId: uuid('redeemed_tenant_id').$type<TenantId>(),
  },
  (t) => [
    index('gift_token_by_time').on(t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('gift_token_uses', sql`${t.currentUses} between 0 and ${t.maxUses}`),
  ],
)
export type GiftTokenRow = typeof giftToken.$inferSelect
