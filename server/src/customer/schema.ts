import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AttributeType, AttributeValue } from '#contracts/customer/attribute.ts'
import type { CustomerPlan } from '#contracts/customer/customer.ts'
import type { VisitView } from '#contracts/customer/visit.ts'
import type { ColorScheme } from '#contracts/identity/appearance.ts'
import type { CustomerAttributeId, CustomerId, CustomerNoteId, GuestId, UserId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { auth } from '#server/identity/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import type { PortalHost } from '#server/tenant/service.ts'

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
    /**
     * The guest who claims the e-mail and has not proved it; null where it was verified or a member entered it. The own id of a customer
     * whom the business's server names, and of an erased one: then nobody's claim is the same row.
     */
    claimedBy: uuid('claimed_by').$type<GuestId>(),
    /** When its mailbox confirmed the e-mail by the link of a mail; null while it is only claimed or entered. */
    emailVerifiedAt: instant('email_verified_at'),
    /** The account whose owner signed in at this business; a person has one account for all of them. */
    accountId: uuid('account_id').$type<UserId>(),
    plan: text('plan').$type<CustomerPlan>().notNull().default('Basic'),
    isDemo: boolean('is_demo').notNull().default(false),
    /** The business's own attributes, by the attribute's id; one without a value has no key. */
    attributes: jsonb('attributes').$type<Record<string, AttributeValue>>().notNull().default({}),
    preferences: jsonb('preferences').$type<CustomerPreferences>().notNull().default({}),
    /** Since when their chats and forms are refused; null where they are not. */
    blockedAt: instant('blocked_at'),
    /**
     * The customer with whom members see this one as one person; that one is merged into none itself. Only what members read follows it:
     * it gives no guest and no account access to anything.
     */
    partOfId: uuid('part_of_id').$type<CustomerId>(),
    /** When the person was erased: the row stays without a name, so that what is counted by customer stays. */
    erasedAt: instant('erased_at'),
    /** Goes up with every change by a member, not with the customer's activity. */
    version: integer('version').notNull().default(1),
    joinedAt: instant('joined_at').notNull().defaultNow(),
    lastActiveAt: instant('last_active_at').notNull().defaultNow(),
    /** Name and e-mail as the list searches them: lower case, without accents. Written by the database. */
    search: text('search').generatedAlwaysAs(
      sql`lower(regexp_replace(replace(normalize(name || ' ' || coalesce(email, ''), NFD), 'ß', 'ss'), '[\\u0300-\\u036f]', '', 'g'))`,
    ),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('customer_by_account').on(t.tenantId, t.accountId),
    unique('customer_by_email').on(t.tenantId, t.email, t.claimedBy).nullsNotDistinct(),
    foreignKey({ columns: [t.tenantId, t.partOfId], foreignColumns: [t.tenantId, t.id] }),
    index('customer_merged').on(t.tenantId, t.partOfId).where(sql`part_of_id IS NOT NULL`),
    // The part before the @ without dots and additions: what finds the same person at another provider.
    index('customer_by_mailbox').on(t.tenantId, sql`replace(split_part(split_part(email, '@', 1), '+', 1), '.', '')`),
    // Of all businesses: whether an account is a customer anywhere (is_customer_anywhere).
    index('customer_of_account').on(t.accountId, t.tenantId).where(sql`account_id IS NOT NULL`),
    // One index for each order of the list in which a business with many customers reads only a page of it.
    index('customer_by_activity').on(t.tenantId, t.lastActiveAt, t.id),
    index('customer_by_joining').on(t.tenantId, t.joinedAt, t.id),
    index('customer_by_name').on(t.tenantId, sql`lower(name)`, t.id),
  ],
)
export type CustomerRow = typeof customer.$inferSelect

/** What a customer with an account chose in the portal's settings; what is missing has its default there. */
export type CustomerPreferences = {
  email?: boolean
  push?: boolean
  sms?: boolean
  language?: Language
  timezone?: string | null
  theme?: ColorScheme
}

/** What members write about a customer; the customer never reads it. */
export const customerNote = pgTable(
  'customer_note',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<CustomerNoteId>().notNull(),
    customerId: uuid('customer_id').$type<CustomerId>().notNull(),
    authorId: uuid('author_id').$type<UserId>().notNull(),
    authorName: text('author_name').notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.customerId], foreignColumns: [customer.tenantId, customer.id] }).onDelete(
      'cascade',
    ),
    index('customer_note_by_customer').on(t.tenantId, t.customerId, t.createdAt, t.id),
  ],
)
export type CustomerNoteRow = typeof customerNote.$inferSelect

/** An attribute that a business keeps of its customers ("Contract number"); the values are in the customers' rows. */
export const customerAttribute = pgTable(
  'customer_attribute',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<CustomerAttributeId>().notNull(),
    name: text('name').notNull(),
    type: text('type').$type<AttributeType>().notNull(),
    /** What a choice offers. */
    options: text('options').array().notNull().default([]),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('customer_attribute_by_name').on(t.tenantId, t.name),
  ],
)
export type CustomerAttributeRow = typeof customerAttribute.$inferSelect

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
    /** When the business's server last signed who the guest is: the customer above, whose conversations are the guest's then. */
    identifiedAt: instant('identified_at'),
    /** Where the browser has the session: mails to the guest link there. Null: not seen since this is stored. */
    portalHost: text('portal_host').$type<PortalHost>(),
    /** How the visitor came when the session began; null where nothing is known of it. */
    visit: jsonb('visit').$type<VisitView>(),
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
    index('guest_by_expiry').on(t.expiresAt).concurrently().where(sql`customer_id is null and account_id is null`),
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
