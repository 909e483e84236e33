import { sql } from 'drizzle-orm'
import { foreignKey, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MacroId, UserId } from '#contracts/ids.ts'
import type { MacroAction } from '#contracts/ticket/ticket-action.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { member, tenant } from '#server/tenant/schema.ts'

/** Prepared text and changes of a ticket: of a member, or shared by the business. */
export const macro = pgTable(
  'macro',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<MacroId>().notNull(),
    /** Null: shared. */
    ownerId: uuid('owner_id').$type<UserId>(),
    name: text('name').notNull(),
    body: text('body').notNull(),
    actions: jsonb('actions').$type<MacroAction[]>().notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.ownerId], foreignColumns: [member.tenantId, member.userId] }).onDelete(
      'cascade',
    ),
    // Finds the macros of one member, too; shared ones have the tenant's id here.
    uniqueIndex('macro_by_name').on(t.tenantId, sql`coalesce(owner_id, tenant_id)`, sql`lower(name)`),
  ],
)
export type MacroRow = typeof macro.$inferSelect
