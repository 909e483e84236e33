import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import type { MemberRole } from '#contracts/identity/role.ts'
import type { BrandImageId, TenantId, UserId } from '#contracts/ids.ts'
import type { Availability } from '#contracts/tenant/availability.ts'
import type { BrandImageMime } from '#contracts/tenant/branding.ts'
import type { DomainProblem, DomainState } from '#contracts/tenant/custom-domain.ts'
import type { PortalTexts, PortalTopic } from '#contracts/tenant/portal-content.ts'
import {
  AiSettings,
  Branding,
  BusinessInfo,
  CustomerExperience,
  type NotificationSettings,
  type SupportSettings,
} from '#contracts/tenant/tenant.ts'
import type { WidgetSettings } from '#contracts/tenant/widget-settings.ts'
import type { FieldChangeView } from '#contracts/ticket/ticket-activity.ts'
import type { Actor } from '#server/platform/actor.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import type { StoredText } from '#server/platform/text/stored-text.ts'

const IS_CURRENT_TENANT = sql`id = (select nullif(current_setting('app.tenant_id', true), '')::uuid)`

export const SUPPORT_DEFAULTS: SupportSettings = {
  allowPublicTickets: true,
  autoResponse: true,
  closeResolvedAfterDays: 7,
}
export const NOTIFICATION_DEFAULTS: NotificationSettings = {
  emailNotifications: true,
  escalationAlerts: true,
  dailyReports: false,
  weeklyAnalytics: true,
  systemUpdates: true,
}

/**
 * A part of the settings, as JSON. What the stored value lacks is read as the contract's default: a business from before a setting existed has
 * none of it stored, and one that moves in may come from there.
 */
const settings = <Part extends z.ZodObject>(name: string, part: Part) => {
  const defaults = part.partial().parse({})
  return customType<{ data: z.output<Part>; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => JSON.stringify(value),
    fromDriver: (stored) => ({ ...defaults, ...(stored as z.output<Part>) }),
  })(name)
}

/** A business. `slug` is its public name in links; customers never see the id. */
export const tenant = pgTable(
  'tenant',
  {
    id: uuid('id').$type<TenantId>().primaryKey(),
    slug: text('slug').notNull().unique(),
    /** Its earlier addresses, newest first. Links to them lead to the portal, and nobody else gets them. */
    formerSlugs: text('former_slugs').array().notNull().default([]),
    name: text('name').notNull(),
    status: text('status').$type<'ACTIVE' | 'SUSPENDED'>().notNull().default('ACTIVE'),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Several businesses may name one domain; only the one that proved it has it. */
    customDomain: text('custom_domain'),
    customDomainState: text('custom_domain_state').$type<DomainState>(),
    /** What the domain's TXT record must hold. Public, since anybody can read the record. */
    customDomainProof: text('custom_domain_proof'),
    customDomainProblem: text('custom_domain_problem').$type<DomainProblem>(),
    customDomainCheckedAt: instant('custom_domain_checked_at'),
    /** Since when each check of a verified domain has found a problem; null while there is none. */
    customDomainFailingSince: instant('custom_domain_failing_since'),
    /** Origins of the sites that may show the embedded chat in a frame; none means any site may. */
    embedOrigins: text('embed_origins').array().notNull().default([]),
    businessInfo: settings('business_info', BusinessInfo).notNull(),
    /** The address at which somebody entered a mailed code; the support address counts only while it is this one. */
    confirmedEmail: text('confirmed_email'),
    branding: settings('branding', Branding).notNull(),
    aiSettings: settings('ai_settings', AiSettings).notNull(),
    customerExperience: settings('customer_experience', CustomerExperience).notNull(),
    support: jsonb('support').$type<SupportSettings>().notNull().default(SUPPORT_DEFAULTS),
    notifications: jsonb('notifications').$type<NotificationSettings>().notNull().default(NOTIFICATION_DEFAULTS),
    /** Null: the cards of the industry. */
    portalTopics: jsonb('portal_topics').$type<PortalTopic[]>(),
    portalTexts: jsonb('portal_texts').$type<PortalTexts>().notNull().default({}),
    /** How the widget appears on the business's own pages; what is missing has its default. */
    widget: jsonb('widget').$type<Partial<WidgetSettings>>().notNull().default({}),
    /** Which widget secret signs identities; 0 while there is none. Secrets are derived from it, not stored. */
    widgetSecretGeneration: integer('widget_secret_generation').notNull().default(0),
    widgetSecretAt: instant('widget_secret_at'),
    /** Of the settings, incremented by each change of them. */
    version: integer('version').notNull().default(1),
    /** When the team was last notified that a flood is held back. */
    floodNoticeAt: instant('flood_notice_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    pgPolicy('own_tenant', { for: 'all', using: IS_CURRENT_TENANT, withCheck: IS_CURRENT_TENANT }),
    // Sweeps read the active businesses from it, and not their settings.
    index('tenant_active').on(t.id).concurrently().where(sql`status = 'ACTIVE'`),
    uniqueIndex('tenant_by_custom_domain').on(t.customDomain).where(sql`custom_domain_state = 'verified'`),
  ],
)
export type TenantRow = typeof tenant.$inferSelect

/** A cleaned image of a business: logo or favicon. The branding names the one in use by its id. */
export const brandImage = pgTable(
  'brand_image',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<BrandImageId>().notNull(),
    mime: text('mime').$type<BrandImageMime>().notNull(),
    size: integer('size').notNull(),
    storageKey: text('storage_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.id] })],
)
export type BrandImageRow = typeof brandImage.$inferSelect

/** Counters that are incremented under a row lock: the number of the last ticket. */
export const tenantCounter = pgTable(
  'tenant_counter',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    lastTicketNumber: integer('last_ticket_number').notNull().default(0),
  },
  () => [isolated()],
)

/** A person's membership of a business. The account is in the identity domain. */
export const member = pgTable(
  'member',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').$type<UserId>().notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    role: text('role').$type<MemberRole>().notNull(),
    availability: text('availability').$type<Availability>().notNull().default('available'),
    createdAt: instant('created_at').notNull().defaultNow(),
    removedAt: instant('removed_at'),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.userId] }), index('member_by_user').on(t.userId)],
)
export type MemberRow = typeof member.$inferSelect

/** The activity log of the desk. Append-only: the serving role may not change or delete rows. */
export const activity = pgTable(
  'activity_log',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    /** In English. */
    action: text('action').notNull(),
    /** The same for each reader's language; null in entries of before it was stored, and where an erasure blanked words of `action`. */
    message: jsonb('message').$type<StoredText>(),
    type: text('type').notNull(),
    ticketId: uuid('ticket_id'),
    ticketSubject: text('ticket_subject'),
    actorKind: text('actor_kind').$type<Actor['kind']>().notNull(),
    actorId: uuid('actor_id'),
    actorName: text('actor_name').notNull(),
    actorEmail: text('actor_email'),
    /** The fields of a ticket that changed with it, members, teams and tickets by id; null where none did, and in entries of before they were stored. */
    changes: jsonb('changes').$type<FieldChangeView[]>(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('activity_by_time').on(t.tenantId, t.at.desc().nullsFirst()),
    index('activity_by_ticket').on(t.tenantId, t.ticketId, t.at.desc().nullsFirst()),
  ],
)
export type ActivityRow = typeof activity.$inferSelect
