import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { InboundMailId, MessageId, TicketId } from '#contracts/ids.ts'
import type { MailAuthentication, MailOutcome, MailPersonView } from '#contracts/inbound-mail/inbound-mail.ts'
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
