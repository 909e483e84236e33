import { sql } from 'drizzle-orm'
import { index, integer, pgSchema, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/db/table.ts'

/** The database schema of everything without a tenant; identity/schema.ts creates it. */
const auth = pgSchema('auth')

/** Errors of requests and jobs, one row for all of a kind. Without values: they may be secrets or customers' texts. */
export const systemError = auth.table(
  'system_error',
  {
    /** Of source, name and message without its values. */
    fingerprint: text('fingerprint').primaryKey(),
    /** The route (`POST /api/tickets`) or the job. */
    source: text('source').notNull(),
    name: text('name').notNull(),
    message: text('message').notNull(),
    count: integer('count').notNull(),
    firstAt: instant('first_at').notNull(),
    lastAt: instant('last_at').notNull(),
    /** The request it last failed, as its reply and the log name it. */
    lastRequestId: text('last_request_id'),
    resolvedAt: instant('resolved_at'),
  },
  (t) => [
    index('system_error_by_time').on(t.lastAt),
    index('system_error_open').on(t.lastAt).where(sql`resolved_at is null`),
  ],
)
export type SystemErrorRow = typeof systemError.$inferSelect
