import { sql } from 'drizzle-orm'
import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { ConversationState } from '#contracts/conversation/conversation.ts'
import type { TicketId, TicketMergeId, UserId } from '#contracts/ids.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { ticket } from '#server/ticket/schema.ts'

/** What a merge changed of the source, for its undo; instants as ISO 8601. */
export type FormerTicket = {
  status: TicketStatus
  resolvedAt: string | null
  closedAt: string | null
  escalateAt: string | null
  snoozedUntil: string | null
  snoozedUntilReply: boolean
  conversationState: ConversationState
}

/** A merge of one ticket into another, undone or not. Messages stay where they were written: the thread reads both conversations. */
export const ticketMerge = pgTable(
  'ticket_merge',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<TicketMergeId>().notNull(),
    sourceId: uuid('source_id').$type<TicketId>().notNull(),
    targetId: uuid('target_id').$type<TicketId>().notNull(),
    mergedById: uuid('merged_by_id').$type<UserId>().notNull(),
    mergedByName: text('merged_by_name').notNull(),
    former: jsonb('former').$type<FormerTicket>().notNull(),
    mergedAt: instant('merged_at').notNull(),
    undoneAt: instant('undone_at'),
    undoneById: uuid('undone_by_id').$type<UserId>(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.sourceId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.targetId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    uniqueIndex('ticket_merge_of_source').on(t.tenantId, t.sourceId).where(sql`undone_at is null`),
    index('ticket_merge_by_target').on(t.tenantId, t.targetId),
  ],
)
export type TicketMergeRow = typeof ticketMerge.$inferSelect
