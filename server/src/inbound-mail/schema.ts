import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { InboundMailId, MailboxId, MessageId, TicketId } from '#contracts/ids.ts'
import type { MailAnswer, NoAnswerReason } from '#contracts/inbound-mail/answer.ts'
import type {
  MailAuthentication,
  MailOutcome,
  MailPersonView,
  UnreadableMail,
} from '#contracts/inbound-mail/inbound-mail.ts'
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
    /** Why it could not be read and was set aside. */
    unreadable: text('unreadable').$type<UnreadableMail>(),
    fromName: text('from_name').notNull().default(''),
    fromAddress: text('from_address'),
    subject: text('subject').notNull().default(''),
    recipients: jsonb('recipients').$type<{ to: MailPersonView[]; cc: MailPersonView[] }>(),
    authentication: jsonb('authentication').$type<MailAuthentication>(),
    /** What the ticket folds of it: earlier mails and the signature. */
    quoted: text('quoted'),
    ticketId: uuid('ticket_id').$type<TicketId>(),
    messageId: uuid('message_id').$type<MessageId>(),
    /** Whose mail it forwards, as its text says. */
    forwardedFrom: jsonb('forwarded_from').$type<MailPersonView>(),
    /** SHA-256 of its words without numbers: a program that writes again and again is known by them, whatever it calls itself. */
    wordsHash: text('words_hash'),
    /** What the assistant did about it; null where it was not asked. */
    answer: text('answer').$type<MailAnswer>(),
    /** Why the assistant does not send an answer by itself. */
    noAnswerReason: text('no_answer_reason').$type<NoAnswerReason>(),
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
    index('inbound_mail_by_words').on(t.tenantId, t.wordsHash, t.receivedAt).where(sql`words_hash is not null`),
    index('inbound_mail_unanswered').on(t.receivedAt).where(sql`answer = 'pending'`),
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
    /** Of the last failure, also once it is over. */
    fault: text('fault').$type<MailFault>(),
    answer: text('answer'),
    lastFailureAt: instant('last_failure_at'),
    lastSuccessAt: instant('last_success_at'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.id] })],
)
export type MailboxRow = typeof mailbox.$inferSelect
