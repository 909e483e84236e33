import { sql } from 'drizzle-orm'
import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import type { NotificationKind } from './notifications.ts'

/** The outbox of the e-mail channel: a mail is written in the transaction of what it is about and sent by a job, with retries. */
export const outbox = pgTable(
  'email_notification',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').notNull(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html').notNull(),
    type: text('type').$type<NotificationKind>().notNull(),
    ticketId: uuid('ticket_id'),
    /** `held`: not sent, because its mailbox had reached the limit of automatic mails. */
    status: text('status').$type<'pending' | 'sent' | 'failed' | 'held'>().notNull().default('pending'),
    /** The mailbox whose automatic mails are counted; null for a mail without a limit. */
    limitKey: text('limit_key'),
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
    index('outbox_by_ticket').on(t.tenantId, t.ticketId),
    index('outbox_by_limit').on(t.tenantId, t.limitKey, t.admittedAt).where(sql`admitted_at is not null`),
    index('outbox_unsent').on(t.createdAt).where(sql`status <> 'sent'`),
  ],
)
export type OutboxRow = typeof outbox.$inferSelect
