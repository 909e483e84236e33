import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/**
 * Kept sums of a business. Triggers add a row for each change, in its transaction, so that no change waits for another; a recurring job
 * folds the rows into the one total, whose id is the tenant's. The sums are the sum of all rows of the business. Demo rows do not count.
 */
export const tenantTally = pgTable(
  'tenant_tally',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull().defaultRandom(),
    isTotal: boolean('is_total').notNull().default(false),
    members: integer('members').notNull().default(0),
    tickets: integer('tickets').notNull().default(0),
    openTickets: integer('open_tickets').notNull().default(0),
    ratings: integer('ratings').notNull().default(0),
    stars: integer('stars').notNull().default(0),
    chats: integer('chats').notNull().default(0),
    /** Chats that became a ticket; the others the assistant answered alone. */
    chatsHandedOver: integer('chats_handed_over').notNull().default(0),
    activityAt: instant('activity_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('tally_unfolded').on(t.tenantId).where(sql`not is_total`),
  ],
)
