import { index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import type { Rhythm } from './rhythm.ts'

/** When a business's next report of each rhythm is mailed. Who mails it moves the time on in the same transaction, so that it is mailed once. */
export const reportSchedule = pgTable(
  'report_schedule',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    rhythm: text('rhythm').$type<Rhythm>().notNull(),
    dueAt: instant('due_at').notNull(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.rhythm] }), index('report_due').on(t.dueAt)],
)
