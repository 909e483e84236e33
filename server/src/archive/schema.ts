import { integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { RetentionCounts } from '#contracts/tenant/retention.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** How long a business keeps what it need not keep, in days; null: for ever. */
export const retentionPolicy = pgTable(
  'retention_policy',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    chatsDays: integer('chats_days'),
    filesDays: integer('files_days'),
    aiRecordsDays: integer('ai_records_days'),
    mailsDays: integer('mails_days'),
    version: integer('version').notNull(),
    changedByName: text('changed_by_name').notNull(),
    lastRunAt: instant('last_run_at'),
    lastDeleted: jsonb('last_deleted').$type<RetentionCounts>(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId] })],
)
export type RetentionRow = typeof retentionPolicy.$inferSelect
