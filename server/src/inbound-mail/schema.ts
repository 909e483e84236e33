import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { InboundMailId, MailboxId, MessageId, TicketId } from '#contracts/ids.ts'
import type { MailAuthentication, MailOutcome, MailPersonView } from '#contracts/inbound-mail/inbound-mail.ts'
import type { MailFault, MailSecurity } from '#contracts/notification/mail-server.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** A mail that the business received: the stored original, and what became of it. It is kept whatever it is. */
export const inboundMail = pgTable(
  'inbound_mail',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<InboundMailId>().notNull(),
    /** The address it was delivered to. */
    recipient: text('recipient').notNull(),
    storageKey: text('storage_key').notNull(),
    size: integer('size').notNull(),
    /** SHA-256 of the bytes: the same mail handed over twice is one row. */
    contentHash: text('content_hash').notNull(),
    /** Of what its sender wrote, without the lines that each way adds: the same mail by two ways is answered once. */
    fingerprint: text('fingerprint'),
    /** Null while it waits. */
    outcome: text('outcome').$type<MailOutcome>(),
    fromName: text('from_name').notNull().default(''),
    fromAddress: text('from_address'),
    subject: text('subject').notNull().default(''),
    recipients: jsonb('recipients').$type<{ to: MailPersonView[]; cc: MailPersonView[] }>(),
    authentication: jsonb('authentication').$type<MailAuthentication>(),
    /** What the ticket folds of it: earlier mails and the signature. */
    quoted: text('quoted'),
    ticketId: uuid('ticket_id').$type<TicketId>(),
    messageId: uuid('message_id').$type<MessageId>(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    uniqueIndex('inbound_mail_content').on(t.tenantId, t.contentHash),
    uniqueIndex('inbound_mail_fingerprint').on(t.tenantId, t.fingerprint).where(sql`fingerprint is not null`),
    index('inbound_mail_by_time').on(t.tenantId, t.receivedAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('inbound_mail_by_ticket').on(t.tenantId, t.ticketId, t.receivedAt).where(sql`ticket_id is not null`),
    index('inbound_mail_by_sender').on(t.tenantId, t.fromAddress, t.receivedAt),
    index('inbound_mail_waiting').on(t.receivedAt).where(sql`outcome is null`),
  ],
)
export type InboundMailRow = typeof inboundMail.$inferSelect

/** A mailbox that is read over IMAP (RFC 9051), and up to which of its mails. */
export const mailbox = pgTable(
  'mailbox',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<MailboxId>().notNull(),
    host: text('host').notNull(),
    port: integer('port').notNull(),
    security: text('security').$type<MailSecurity>().notNull(),
    username: text('username').notNull(),
    encryptedPassword: text('encrypted_password').notNull(),
    folder: text('folder').notNull(),
    /** The numbering of the folder: where it changes, the folder was made anew, and its numbers begin again. Null: never opened. */
    uidValidity: bigint('uid_validity', { mode: 'number' }),
    /** The last mail that was taken in. */
    lastUid: bigint('last_uid', { mode: 'number' }).notNull().default(0),
    /** Until when one process reads it. */
    leaseUntil: instant('lease_until'),
    leaseHolder: uuid('lease_holder'),
    failingSince: instant('failing_since'),
    /** While it fails it is tried again from then on. */
    retryAt: instant('retry_at'),
    failures: integer('failures').notNull().default(0),
    fault: text('fault').$type<MailFault>(),
    answer: text('answer'),
    lastSuccessAt: instant('last_success_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.id] })],
)
export type MailboxRow = typeof mailbox.$inferSelect
