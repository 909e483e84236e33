import { index, pgSchema, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/db/table.ts'

/** The database schema of everything without a tenant; identity/schema.ts creates it. */
const auth = pgSchema('auth')

/** Files that long work has begun to store before a row names them. Those that are here after their time were left by a killed process. */
export const pendingFile = auth.table(
  'pending_file',
  {
    storageKey: text('storage_key').primaryKey(),
    untilAt: instant('until_at').notNull(),
  },
  (t) => [index('pending_file_by_time').on(t.untilAt)],
)

/** The columns that name stored files, in whatever table. */
export const FILE_COLUMNS = ['storage_key', 'file_key', 'records_key']
