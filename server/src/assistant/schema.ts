import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { EscalationReason, Priority } from '#contracts/conversation.ts'
import type { ConversationId, GuestId } from '#contracts/ids.ts'
import { conversation } from '#server/conversation/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'

/** escalationHistory (E3): each time a person was called for, and why. */
export const escalation = pgTable(
  'escalation',
  {
    tenantId: tenantId(),
    id: uuid('id').notNull(),
    conversationId: uuid('conversation_id').$type<ConversationId>().notNull(),
    guestId: uuid('guest_id').$type<GuestId>(),
    reason: text('reason').$type<EscalationReason>().notNull(),
    priority: text('priority').$type<Priority>().notNull(),
    userInput: text('user_input').notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('escalation_by_conversation').on(t.tenantId, t.conversationId, t.at),
    index('escalation_by_guest').on(t.tenantId, t.guestId, t.at),
    foreignKey({
      columns: [t.tenantId, t.conversationId],
      foreignColumns: [conversation.tenantId, conversation.id],
    }).onDelete('cascade'),
  ],
)
