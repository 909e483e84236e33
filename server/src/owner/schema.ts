import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { AnnouncementId, SupportAccessId, TenantId, UserId } from '#contracts/ids.ts'
import type { Audience } from '#contracts/owner/announcement.ts'
import { auth, session } from '#server/identity/schema.ts'
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

/** The platform owner on the desk of a business, in one session, until it is over or ended. `support_membership_of` reads it with every request. */
export const supportAccess = auth.table(
  'support_access',
  {
    id: uuid('id').$type<SupportAccessId>().primaryKey(),
    tenantId: uuid('tenant_id').$type<TenantId>().notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    sessionId: uuid('session_id').references(() => session.id, { onDelete: 'set null' }),
    reason: text('reason').notNull(),
    startedAt: instant('started_at').notNull(),
    endsAt: instant('ends_at').notNull(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    index('support_by_session').on(t.sessionId).where(sql`ended_at is null`),
    index('support_by_tenant').on(t.tenantId, t.startedAt),
    index('support_by_user').on(t.userId, t.tenantId),
  ],
)
export type SupportAccessRow = typeof supportAccess.$inferSelect

/** What the platform announces to the members of all businesses. */
export const announcement = auth.table(
  'announcement',
  {
    id: uuid('id').$type<AnnouncementId>().primaryKey(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    audience: text('audience').$type<Audience>().notNull(),
    fromAt: instant('from_at').notNull(),
    untilAt: instant('until_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('announcement_by_time').on(t.createdAt), index('announcement_by_end').on(t.untilAt)],
)
export type AnnouncementRow = typeof announcement.$inferSelect

/** The documents of an export of the earlier system, until another one is read. They hold keys of AI providers, so they are encrypted. */
export const earlierDocument = auth.table('earlier_document', {
  /** `business_settings/u1`. */
  path: text('path').primaryKey(),
  collection: text('collection').notNull(),
  encrypted: text('encrypted').notNull(),
  importedAt: instant('imported_at').notNull(),
})

/** A document of the earlier system that a business took over, once. */
export const migratedDocument = pgTable(
  'migrated_document',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** The path of the document in the earlier system. */
    migratedFrom: text('migrated_from').notNull(),
    migratedAt: instant('migrated_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.migratedFrom] })],
)
