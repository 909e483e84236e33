import { sql } from 'drizzle-orm'
import { index, integer, pgSchema, text, uuid } from 'drizzle-orm/pg-core'
import type { TenantId } from '#contracts/ids.ts'
import { instant } from '#server/platform/db/table.ts'

/** The database schema of everything without a tenant; identity/schema.ts creates it. */
const auth = pgSchema('auth')

/** The outbox of mails that no business sends: about an account, a sign-up, or from the platform. */
export const systemMail = auth.table(
  'system_mail',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    to: text('to').notNull(),
    /** What it is about (`password_reset`), for the list of the platform owner. */
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    /** Text and HTML are emptied once the mail is sent: they may contain links that give access. */
    text: text('text').notNull(),
    html: text('html').notNull(),
    status: text('status').$type<'pending' | 'sent' | 'failed'>().notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** Why the last attempt failed, in a sentence an operator can act on. */
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull().defaultNow(),
    sentAt: instant('sent_at'),
  },
  (t) => [
    index('system_mail_by_time').on(t.createdAt, t.id),
    index('system_mail_unsent').on(t.createdAt, t.id).where(sql`status <> 'sent'`),
  ],
)
export type SystemMailRow = typeof systemMail.$inferSelect

/**
 * What members of a business had sent to mailboxes and telephone numbers that nobody had confirmed, for the limits of
 * stranger-limit.ts. Without Row-Level Security, since an address is protected from all businesses together.
 */
export const strangerMessage = auth.table(
  'stranger_message',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    tenantId: uuid('tenant_id').$type<TenantId>().notNull(),
    /** A mailbox (mailbox.ts), or a telephone number. */
    recipient: text('recipient').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    index('stranger_message_by_tenant').on(t.tenantId, t.createdAt),
    index('stranger_message_by_recipient').on(t.recipient, t.createdAt),
  ],
)
