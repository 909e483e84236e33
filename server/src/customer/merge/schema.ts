import { foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { MergeChoice } from '#contracts/customer/merge.ts'
import type { CustomerId, CustomerMergeId, UserId } from '#contracts/ids.ts'
import { type CustomerRow, customer } from '#server/customer/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'

/** A customer that a merge moved, with what it had before. */
export type MergedPart = { id: CustomerId; partOfId: CustomerId | null; blockedAt: string | null }

/** What a merge may change of the customer that stays. */
export type MergeFields = Pick<CustomerRow, 'name' | 'plan' | 'attributes'> & { blockedAt: string | null }

/** A merge of two customers: what came from where, so that it can be undone. */
export const customerMerge = pgTable(
  'customer_merge',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<CustomerMergeId>().notNull(),
    /** The customer that stays. */
    intoId: uuid('into_id').$type<CustomerId>().notNull(),
    fromId: uuid('from_id').$type<CustomerId>().notNull(),
    /** What the member took from the other customer. */
    take: jsonb('take').$type<MergeChoice>().notNull(),
    /** The other customer, and those that were merged into it before. */
    parts: jsonb('parts').$type<MergedPart[]>().notNull(),
    before: jsonb('before').$type<MergeFields & { joinedAt: string; lastActiveAt: string }>().notNull(),
    after: jsonb('after').$type<MergeFields>().notNull(),
    actorId: uuid('actor_id').$type<UserId>().notNull(),
    actorName: text('actor_name').notNull(),
    createdAt: instant('created_at').notNull(),
    undoneAt: instant('undone_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.intoId], foreignColumns: [customer.tenantId, customer.id] }).onDelete(
      'cascade',
    ),
    index('customer_merge_by_customer').on(t.tenantId, t.intoId, t.createdAt),
  ],
)
export type CustomerMergeRow = typeof customerMerge.$inferSelect
