import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { CustomerId } from '#contracts/ids.ts'
import { customer } from '#server/customer/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** Who a person is at the business itself: the id that its server signs, and the customer that has it here. */
export const customerIdentity = pgTable(
  'customer_identity',
  {
    tenantId: tenantId(),
    externalId: text('external_id').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.externalId] }),
    foreignKey({ columns: [t.tenantId, t.customerId], foreignColumns: [customer.tenantId, customer.id] }).onDelete(
      'cascade',
    ),
    index('customer_identity_by_customer').on(t.tenantId, t.customerId),
  ],
)

/** Identity tokens that were used, until they expire: none counts twice. */
export const usedIdentityToken = pgTable(
  'used_identity_token',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    tokenId: text('token_id').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.tokenId] }),
    index('used_identity_token_by_end').on(t.tenantId, t.expiresAt),
  ],
)
