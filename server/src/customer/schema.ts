import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { CustomerId, GuestId, UserId } from '#contracts/ids.ts'
import { auth } from '#server/identity/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/**
 * A customer: one for each e-mail that was verified or that a member entered, and besides one for each guest who claims an e-mail
 * without having proved it. So a guest who types somebody's address is not that customer. No e-mail gives access: that comes from the
 * guest session.
 */
export const customer = pgTable(
  'customer',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<CustomerId>().notNull(),
    name: text('name').notNull(),
    email: text('email'),
    /** The guest who claims the e-mail and has not proved it; null where it was verified or a member entered it. */
    claimedBy: uuid('claimed_by').$type<GuestId>(),
    /** When its mailbox confirmed the e-mail by the link of a mail; null while it is only claimed or entered. */
    emailVerifiedAt: instant('email_verified_at'),
    /** The account whose owner signed in at this business; a person has one account for all of them. */
    accountId: uuid('account_id').$type<UserId>(),
    plan: text('plan').$type<'Basic' | 'Pro' | 'Business' | 'Enterprise'>().notNull().default('Basic'),
    isDemo: boolean('is_demo').notNull().default(false),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    lastActiveAt: instant('last_active_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('customer_by_account').on(t.tenantId, t.accountId),
    unique('customer_by_email').on(t.tenantId, t.email, t.claimedBy).nullsNotDistinct(),
    // Of all businesses: whether an account is a customer anywhere (is_customer_anywhere).
    index('customer_of_account').on(t.accountId).where(sql`account_id IS NOT NULL`),
  ],
)
export type CustomerRow = typeof customer.$inferSelect

/** A browser that opened the portal. Its session token is stored hashed; the token gives access to the guest's chats and tickets. */
export const guest = pgTable(
  'guest',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<GuestId>().notNull(),
    tokenHash: text('token_hash').notNull(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    /** The account that is signed in; the session then ends with that of the account. */
    accountId: uuid('account_id').$type<UserId>(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('guest_by_token').on(t.tenantId, t.tokenHash),
    foreignKey({ columns: [t.tenantId, t.customerId], foreignColumns: [customer.tenantId, customer.id] }),
    index('guest_by_customer').on(t.tenantId, t.customerId),
  ],
)
export type GuestRow = typeof guest.$inferSelect

/**
 * Codes by which a customer signs in, mailed to their address. They belong to no tenant, since the limits on guesses hold for an address
 * at all businesses together. The code is stored as a signature: six digits alone could be tried out.
 */
export const customerCode = auth.table(
  'customer_code',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    codeHash: text('code_hash').notNull(),
    attempts: integer('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (t) => [index('customer_code_by_email').on(t.email, t.createdAt), index('customer_code_by_time').on(t.createdAt)],
)
