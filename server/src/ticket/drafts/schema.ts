import { foreignKey, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { FileId, TicketId, UserId } from '#contracts/ids.ts'
import type { ComposerMode } from '#contracts/ticket/composer-draft.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { member } from '#server/tenant/schema.ts'
import { ticket } from '#server/ticket/schema.ts'

/** What a member has typed on a ticket and not sent: one text for the customer, one for the team. */
export const composerDraft = pgTable(
  'composer_draft',
  {
    tenantId: tenantId(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    mode: text('mode').$type<ComposerMode>().notNull(),
    body: text('body').notNull(),
    fileIds: uuid('file_ids').array().$type<FileId[]>().notNull(),
    /** Another one after each saving. A number would begin again after the row was deleted. */
    revision: uuid('revision').notNull(),
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.ticketId, t.userId, t.mode] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [member.tenantId, member.userId] }).onDelete(
      'cascade',
    ),
  ],
)
export type ComposerDraftRow = typeof composerDraft.$inferSelect
