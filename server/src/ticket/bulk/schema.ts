import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { BulkChangeId, TicketId, UserId } from '#contracts/ids.ts'
import type { TicketAction } from '#contracts/ticket/ticket-action.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { member, tenant } from '#server/tenant/schema.ts'
import type { TicketRow } from '#server/ticket/schema.ts'

/** The fields that a bulk change may change, for its undo. */
export type FormerFields = Pick<TicketRow, 'status' | 'priority' | 'category' | 'tags' | 'assigneeId' | 'teamId'> &
  // A change of before there were fields has none.
  Partial<Pick<TicketRow, 'customFields'>> & {
    /** Until when it was snoozed, as an action says it; a row stored before snoozes were undone has none. */
    snooze?: string | null
  }

/** A change of many tickets. */
export const ticketBulkChange = pgTable(
  'ticket_bulk_change',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<BulkChangeId>().notNull(),
    memberId: uuid('member_id').$type<UserId>().notNull(),
    /** Empty for an undo, which gives each ticket its former values. */
    actions: jsonb('actions').$type<TicketAction[]>().notNull(),
    /** The change that this one undoes. */
    /** Of the macro that it carries out, as it was called then: each ticket's timeline names it. */
    macroName: text('macro_name'),
    undoOf: uuid('undo_of').$type<BulkChangeId>(),
    state: text('state').$type<'running' | 'ended' | 'cancelled'>().notNull().default('running'),
    total: integer('total').notNull(),
    /** What the request asked for, so that its repetition is distinguished from another one under the same id. */
    selection: text('selection').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    endedAt: instant('ended_at'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.memberId], foreignColumns: [member.tenantId, member.userId] }),
    uniqueIndex('ticket_bulk_undo').on(t.tenantId, t.undoOf).where(sql`undo_of is not null`),
    index('ticket_bulk_by_time').on(t.tenantId, t.createdAt),
  ],
)
export type BulkChangeRow = typeof ticketBulkChange.$inferSelect

/** One ticket of a bulk change. The ticket may be deleted meanwhile. */
export const ticketBulkItem = pgTable(
  'ticket_bulk_item',
  {
    tenantId: tenantId(),
    changeId: uuid('change_id').$type<BulkChangeId>().notNull(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    /** `same`: it was so already. */
    state: text('state').$type<'waiting' | 'changed' | 'same' | 'skipped'>().notNull().default('waiting'),
    /** Why something could not be changed, in English. */
    reason: text('reason'),
    former: jsonb('former').$type<FormerFields>(),
    /** The version that the change made. */
    version: integer('version'),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.changeId, t.ticketId] }),
    foreignKey({
      columns: [t.tenantId, t.changeId],
      foreignColumns: [ticketBulkChange.tenantId, ticketBulkChange.id],
    }).onDelete('cascade'),
    index('ticket_bulk_item_waiting').on(t.tenantId, t.changeId, t.ticketId).where(sql`state = 'waiting'`),
  ],
)
export type BulkItemRow = typeof ticketBulkItem.$inferSelect
