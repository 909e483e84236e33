import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { CustomerId, GuestId } from '#contracts/ids.ts'
import { customer, guest } from '#server/customer/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import type { MemoryContent } from './memory-content.ts'

/**
 * The memory of one guest or of one signed-in customer: the same fields, and exactly one owner. A guest who only claims an e-mail
 * address is not signed in: the memory stays the guest's.
 */
export const memory = pgTable(
  'memory',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    guestId: uuid('guest_id').$type<GuestId>(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    visitCount: integer('visit_count').notNull().default(0),
    totalInteractions: integer('total_interactions').notNull().default(0),
    timezone: text('timezone'),
    language: text('language'),
    content: jsonb('content').$type<MemoryContent>().notNull(),
    firstVisitAt: instant('first_visit_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('memory_by_guest').on(t.tenantId, t.guestId),
    unique('memory_by_customer').on(t.tenantId, t.customerId),
    check('memory_has_one_owner', sql`num_nonnulls(guest_id, customer_id) = 1`),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.customerId], foreignColumns: [customer.tenantId, customer.id] }).onDelete(
      'cascade',
    ),
  ],
)
export type MemoryRow = typeof memory.$inferSelect
