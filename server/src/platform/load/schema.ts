import { doublePrecision, index, integer, pgSchema, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { TenantId } from '#contracts/ids.ts'
import { instant } from '#server/platform/db/table.ts'

/** The database schema of everything without a tenant; identity/schema.ts creates it. */
const auth = pgSchema('auth')

/** What a business used of the installation in a slice of time, added up over all processes. For the platform owner alone; kept for hours. */
export const tenantLoad = auth.table(
  'tenant_load',
  {
    tenantId: uuid('tenant_id').$type<TenantId>().notNull(),
    sliceAt: instant('slice_at').notNull(),
    requests: integer('requests').notNull(),
    /** How long its transactions were open, in milliseconds. */
    databaseMs: doublePrecision('database_ms').notNull(),
    jobs: integer('jobs').notNull(),
    modelCalls: integer('model_calls').notNull(),
    mails: integer('mails').notNull(),
  },
  (t) => [primaryKey({ columns: [t.tenantId, t.sliceAt] }), index('tenant_load_by_time').on(t.sliceAt)],
)

/** Statements that took long in a slice of time, without their values. */
export const slowStatement = auth.table(
  'slow_statement',
  {
    /** Of the text. */
    fingerprint: text('fingerprint').notNull(),
    sliceAt: instant('slice_at').notNull(),
    text: text('text').notNull(),
    count: integer('count').notNull(),
    totalMs: doublePrecision('total_ms').notNull(),
    longestMs: doublePrecision('longest_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.fingerprint, t.sliceAt] }), index('slow_statement_by_time').on(t.sliceAt)],
)
