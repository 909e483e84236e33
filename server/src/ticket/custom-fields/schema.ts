import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FieldType } from '#contracts/custom-field.ts'
import type { TicketFieldId } from '#contracts/ids.ts'
import type { FieldRequired } from '#contracts/ticket/ticket-field.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

/** A field that a business adds to its tickets; the values are in the tickets' rows. */
export const ticketField = pgTable(
  'ticket_field',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<TicketFieldId>().notNull(),
    key: text('key').notNull(),
    name: text('name').notNull(),
    type: text('type').$type<FieldType>().notNull(),
    help: text('help').notNull(),
    /** What a choice offers. */
    options: text('options').array().notNull().default([]),
    required: text('required').$type<FieldRequired>().notNull(),
    isOnForm: boolean('is_on_form').notNull(),
    position: integer('position').notNull(),
    archivedAt: instant('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('ticket_field_by_key').on(t.tenantId, t.key),
    uniqueIndex('ticket_field_by_name').on(t.tenantId, sql`lower(name)`).where(sql`archived_at is null`),
    index('ticket_field_by_position').on(t.tenantId, t.position),
  ],
)
export type TicketFieldRow = typeof ticketField.$inferSelect
