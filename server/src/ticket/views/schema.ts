import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { SavedViewId, UserId } from '#contracts/ids.ts'
import type { TicketFilter } from '#contracts/ticket/ticket.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { member, tenant } from '#server/tenant/schema.ts'
import type { TallyFilter } from './tally.ts'

/** A filter under a name, shared or one member's own. */
export const ticketView = pgTable(
  'ticket_view',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<SavedViewId>().notNull(),
    /** Whose own it is; null for a shared one. */
    ownerId: uuid('owner_id').$type<UserId>(),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<TicketFilter>().notNull(),
    /**
     * What a ticket has to be by its own columns, for the triggers that keep its tally; null where the filter also depends on the reader,
     * the time or words: such a view is counted when it is read.
     */
    tally: jsonb('tally').$type<TallyFilter>(),
    /** The filter names the reader: its tally has a number for each assignee. */
    isByAssignee: boolean('is_by_assignee').notNull().default(false),
    /** A tag of the filter that was deleted since the view was saved. */
    deletedTag: text('deleted_tag'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.ownerId], foreignColumns: [member.tenantId, member.userId] }).onDelete(
      'cascade',
    ),
    index('ticket_view_by_owner').on(t.tenantId, t.ownerId),
  ],
)
export type TicketViewRow = typeof ticketView.$inferSelect

/**
 * How many tickets match a view: the sum of its rows. Each change of a ticket adds a row in its own transaction, so that changes never wait
 * for each other; a recurring job folds them into one row.
 */
export const ticketViewTally = pgTable(
  'ticket_view_tally',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull().defaultRandom(),
    viewId: uuid('view_id').$type<SavedViewId>().notNull(),
    /** Of tickets assigned to this member; NOBODY for unassigned ones, and in a view that is not by assignee. */
    assigneeId: uuid('assignee_id').notNull(),
    isTotal: boolean('is_total').notNull().default(false),
    tickets: integer('tickets').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.viewId], foreignColumns: [ticketView.tenantId, ticketView.id] }).onDelete(
      'cascade',
    ),
    uniqueIndex('ticket_view_total').on(t.tenantId, t.viewId, t.assigneeId).where(sql`is_total`),
    index('ticket_view_tally_by_view').on(t.tenantId, t.viewId),
    index('ticket_view_unfolded').on(t.tenantId).where(sql`not is_total`),
  ],
)
