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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AlertId, MailId, PushSubscriptionId, SessionId, TicketId, UserId } from '#contracts/ids.ts'
import type { AlertKind } from '#contracts/notification/alert.ts'
import type { MailFault, MailSecurity } from '#contracts/notification/mail-server.ts'
import type { LetterKind, MailStatus } from '#contracts/notification/outbox.ts'
import type { ChannelChoices, MailRhythm, NotificationEvent } from '#contracts/notification/preferences.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import { ticket } from '#server/ticket/schema.ts'

/** The outbox of the e-mail channel: a mail is written in the transaction of what it is about and sent by a job, with retries. */
export const outbox = pgTable(
  'email_notification',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<MailId>().notNull(),
    to: text('to').notNull(),
    /** Whom the mail names as its recipients, where others get it too; each of them has a row of their own. */
    addressees: jsonb('addressees').$type<{ to: string; cc: readonly string[] }>(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    type: text('type').$type<LetterKind>().notNull(),
    ticketId: uuid('ticket_id').$type<TicketId>(),
    /** The member it is for; null for a customer and for an address alone. */
    userId: uuid('user_id').$type<UserId>(),
    status: text('status').$type<MailStatus>().notNull().default('pending'),
    /** The mailbox whose automatic mails are counted; null for a mail without a limit. */
    limitKey: text('limit_key'),
    /** How many automatic mails that mailbox gets within an hour. */
    hourlyLimit: integer('hourly_limit'),
    /** When it was counted against the limit, before its first attempt. */
    admittedAt: instant('admitted_at'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed, in a sentence an admin can act on. */
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('outbox_by_time').on(t.tenantId, t.createdAt, t.id),
    index('outbox_by_status').on(t.tenantId, t.status, t.createdAt, t.id).where(sql`status <> 'sent'`),
    index('outbox_by_ticket').on(t.tenantId, t.ticketId),
    index('outbox_by_limit').on(t.tenantId, t.limitKey, t.admittedAt).where(sql`admitted_at is not null`),
    index('outbox_by_mailbox').on(t.tenantId, t.limitKey, t.createdAt).where(sql`limit_key is not null`),
    index('outbox_failed_to').on(t.tenantId, t.to).where(sql`status = 'failed'`),
    index('outbox_sent_to').on(t.tenantId, t.to, t.sentAt).where(sql`status = 'sent'`),
    index('outbox_unsent').on(t.createdAt).where(sql`status <> 'sent'`),
    index('outbox_with_text').on(t.sentAt).concurrently().where(sql`status = 'sent' and text <> ''`),
  ],
)
export type OutboxRow = typeof outbox.$inferSelect

/** A business's own mail server, and whether it takes mails. */
export const mailServer = pgTable(
  'mail_server',
  {
    tenantId: tenantId()
      .primaryKey()
      .references(() => tenant.id, { onDelete: 'cascade' }),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    security: text('security').$type<MailSecurity>().notNull(),
    username: text('username').notNull(),
    encryptedPassword: text('encrypted_password'),
    fromAddress: text('from_address').notNull(),
    /** Since when mails go through the platform's transport instead. */
    failingSince: instant('failing_since'),
    /** While it fails it is tried again from then on. */
    retryAt: instant('retry_at'),
    fault: text('fault').$type<MailFault>(),
    answer: text('answer'),
    lastSuccessAt: instant('last_success_at'),
    version: integer('version').notNull().default(1),
  },
  () => [isolated()],
)
export type MailServerRow = typeof mailServer.$inferSelect

/** A mailbox that gets no mail of the business. */
export const blockedAddress = pgTable(
  'blocked_address',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    /** The mailbox, so that its other spellings are blocked too (mail-limit.ts). */
    mailbox: text('mailbox').notNull(),
    address: text('address').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.mailbox] })],
)
export type BlockedAddressRow = typeof blockedAddress.$inferSelect

/** What a member changed of the defaults (preferences.ts); no row: nothing. */
export const notificationPreference = pgTable(
  'notification_preference',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').$type<UserId>().notNull(),
    choices: jsonb('choices').$type<Partial<Record<NotificationEvent, ChannelChoices>>>().notNull(),
    mailRhythm: text('mail_rhythm').$type<MailRhythm>().notNull().default('immediately'),
    /** For text messages; its owner confirmed it. */
    phone: text('phone'),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.userId] })],
)
export type PreferenceRow = typeof notificationPreference.$inferSelect

/** What a code confirms: a member's telephone number, or the support address of the business. */
export type CodeKind = 'phone' | 'support_email'

/** The code that was sent to a number or address which a member entered; a further one replaces it. */
export const confirmationCode = pgTable(
  'confirmation_code',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').$type<UserId>().notNull(),
    kind: text('kind').$type<CodeKind>().notNull(),
    recipient: text('recipient').notNull(),
    codeHash: text('code_hash').notNull(),
    guesses: integer('guesses').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.userId, t.kind] })],
)

/** A notification that waits for the next mail of a member who gets them together. */
export const digestEntry = pgTable(
  'digest_entry',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    subject: text('subject').notNull(),
    url: text('url').notNull(),
    dueAt: instant('due_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('digest_by_member').on(t.tenantId, t.userId, t.createdAt),
    index('digest_due').on(t.dueAt),
  ],
)
export type DigestEntryRow = typeof digestEntry.$inferSelect

/** A browser of a member that receives push messages, for as long as the session in which it was added. */
export const pushSubscription = pgTable(
  'push_subscription',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<PushSubscriptionId>().notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    /** A trigger deletes the row with its session, whatever ends that. */
    sessionId: uuid('session_id').$type<SessionId>().notNull(),
    endpoint: text('endpoint').notNull(),
    /** The browser's public key and its secret of authentication, which encrypt messages for it. */
    p256dh: text('p256dh').notNull(),
    encryptedAuth: text('encrypted_auth').notNull(),
    device: text('device').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('push_by_member').on(t.tenantId, t.userId, t.createdAt),
    index('push_by_session').on(t.sessionId),
  ],
)
export type PushSubscriptionRow = typeof pushSubscription.$inferSelect

/** The outbox of push and text messages. */
export const shortMessage = pgTable(
  'short_message',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    channel: text('channel').$type<'push' | 'sms'>().notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    title: text('title').notNull(),
    body: text('body').notNull(),
    url: text('url').notNull(),
    status: text('status').$type<MailStatus>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('short_message_by_member').on(t.tenantId, t.userId, t.channel, t.createdAt),
    index('short_message_unsent').on(t.createdAt).where(sql`status = 'pending'`),
  ],
)
export type ShortMessageRow = typeof shortMessage.$inferSelect

/** What a member is alerted of on the desk. What happens again on the same ticket while it is unread makes the row count, and newer. */
export const alert = pgTable(
  'alert',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<AlertId>().notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    kind: text('kind').$type<AlertKind>().notNull(),
    /** Null: of several tickets, or of none. */
    ticketId: uuid('ticket_id').$type<TicketId>(),
    count: integer('count').notNull().default(1),
    /** The member who did it. */
    byId: uuid('by_id').$type<UserId>(),
    /** By which channels, as the member chose: in the list, in the window's title, with a tone. */
    isListed: boolean('is_listed').notNull(),
    isInTitle: boolean('is_in_title').notNull(),
    hasSound: boolean('has_sound').notNull(),
    at: instant('at').notNull(),
    readAt: instant('read_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    index('alert_by_member').on(t.tenantId, t.userId, t.at, t.id),
    index('alert_by_ticket').on(t.tenantId, t.ticketId),
    index('alert_by_age').on(t.at),
    // One unread alert of each kind for each ticket, and one for several tickets.
    uniqueIndex('alert_unread')
      .on(t.tenantId, t.userId, t.kind, sql`coalesce(ticket_id, tenant_id)`)
      .where(sql`read_at is null`),
  ],
)
export type AlertRow = typeof alert.$inferSelect
