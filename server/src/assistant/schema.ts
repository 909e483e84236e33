import { foreignKey, index, integer, jsonb, pgTable, primaryKey, real, text, uuid } from 'drizzle-orm/pg-core'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { Source } from '#contracts/conversation/message.ts'
import type {
  ConversationId,
  FaqId,
  GuestId,
  MessageId,
  QuestionGroupId,
  QuestionId,
  TicketId,
} from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { conversation, message } from '#server/conversation/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'
import { ticket } from '#server/ticket/schema.ts'

/** Every escalation of a conversation, with its reason. */
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

/** A group of similar unanswered questions and its status. Its text is that of its questions. */
export const questionGroup = pgTable(
  'question_group',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<QuestionGroupId>().notNull(),
    status: text('status').$type<'open' | 'solved' | 'dismissed'>().notNull().default('open'),
    /** The FAQ that now answers them. */
    faqId: uuid('faq_id').$type<FaqId>(),
    closedAt: instant('closed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [isolated(), primaryKey({ columns: [t.tenantId, t.id] })],
)

/** A question the assistant could not answer; deleted with its conversation. */
export const unansweredQuestion = pgTable(
  'unanswered_question',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<QuestionId>().notNull(),
    conversationId: uuid('conversation_id').$type<ConversationId>().notNull(),
    /** Null until the job has assigned a group. */
    groupId: uuid('group_id').$type<QuestionGroupId>(),
    text: text('text').notNull(),
    language: text('language').$type<Language>().notNull().default('en'),
    /** The stemmed content words, for comparison with other questions. */
    signature: text('signature').array().notNull().default([]),
    outcome: text('outcome').$type<'unknown' | 'suggested' | 'unhelpful'>().notNull(),
    confidence: real('confidence'),
    /** The best-matching FAQ. */
    nearestFaqId: uuid('nearest_faq_id').$type<FaqId>(),
    at: instant('at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    index('unanswered_question_by_time').on(t.tenantId, t.at.desc().nullsFirst()),
    index('unanswered_question_by_group').on(t.tenantId, t.groupId, t.at),
    index('unanswered_question_by_conversation').on(t.tenantId, t.conversationId),
    foreignKey({
      columns: [t.tenantId, t.conversationId],
      foreignColumns: [conversation.tenantId, conversation.id],
    }).onDelete('cascade'),
    foreignKey({
      columns: [t.tenantId, t.groupId],
      foreignColumns: [questionGroup.tenantId, questionGroup.id],
    }),
  ],
)
export type QuestionRow = typeof unansweredQuestion.$inferSelect

/** A model's translation of a message, once for each language; deleted with its message. */
export const messageTranslation = pgTable(
  'message_translation',
  {
    tenantId: tenantId(),
    messageId: uuid('message_id').$type<MessageId>().notNull(),
    language: text('language').$type<Language>().notNull(),
    body: text('body').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.messageId, t.language] }),
    foreignKey({ columns: [t.tenantId, t.messageId], foreignColumns: [message.tenantId, message.id] }).onDelete(
      'cascade',
    ),
  ],
)

/** What the assistant prepares for the assignee of an escalated ticket: a summary and a reply draft. */
export const ticketBrief = pgTable(
  'ticket_brief',
  {
    tenantId: tenantId(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    status: text('status').$type<'pending' | 'ready' | 'failed'>().notNull(),
    summary: text('summary').notNull().default(''),
    reply: text('reply').notNull().default(''),
    sources: jsonb('sources').$type<Source[]>().notNull().default([]),
    /** The model that wrote it; null where it was extracted from the chat and the knowledge. */
    model: text('model'),
    /** The newest message it includes. */
    upToSeq: integer('up_to_seq').notNull().default(0),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.ticketId] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
  ],
)
export type TicketBriefRow = typeof ticketBrief.$inferSelect
