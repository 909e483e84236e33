import { sql } from 'drizzle-orm'
import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AgentType } from '#contracts/agent/agent.ts'
import type { ChatContext, ConversationState } from '#contracts/conversation/conversation.ts'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { MessageView, Source } from '#contracts/conversation/message.ts'
import type { AgentId, ConversationId, CustomerId, FileId, GuestId, MessageId, TicketId } from '#contracts/ids.ts'
import { customer, guest } from '#server/customer/schema.ts'
import type { Language } from '#server/language/service.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import { tenant } from '#server/tenant/schema.ts'

export type ConversationAgent = { id: AgentId; name: string; type: AgentType }

/**
 * The thread of a customer with the business, over any channel. `seq` is incremented under this row's lock with every event: it
 * numbers messages, is the position from which streams resume, and makes the events after N one index range.
 */
export const conversation = pgTable(
  'conversation',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<ConversationId>().notNull(),
    channel: text('channel').$type<'chat' | 'form' | 'desk' | 'email'>().notNull(),
    context: text('context').$type<ChatContext>().notNull().default('general'),
    state: text('state').$type<ConversationState>().notNull(),
    guestId: uuid('guest_id').$type<GuestId>(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    /** Its ticket; set by the ticket domain. */
    ticketId: uuid('ticket_id').$type<TicketId>(),
    /** The language the customer writes in; until the first message, the browser's. */
    language: text('language').$type<Language>().notNull().default('en'),
    /** The AI agent that last answered here, with its name at that time. */
    agent: jsonb('agent').$type<ConversationAgent>(),
    seq: integer('seq').notNull().default(0),
    messageCount: integer('message_count').notNull().default(0),
    preview: text('preview').notNull().default(''),
    /** Consecutive answers that did not help; at the tenant's threshold a person is requested. */
    failedAttempts: integer('failed_attempts').notNull().default(0),
    offerReason: text('offer_reason').$type<EscalationReason>(),
    offerPriority: text('offer_priority').$type<Priority>(),
    offerPromptAt: instant('offer_prompt_at'),
    /** Since when a customer's message is unanswered by the assistant; null when no answer is due. */
    answerDueAt: instant('answer_due_at'),
    /** The customer's messages up to this event are answered; later ones are not. */
    answeredSeq: integer('answered_seq').notNull().default(0),
    /** The end of the lease by which one worker answers this conversation. */
    answerLeaseUntil: instant('answer_lease_until'),
    /** The first event of the assistant's context: after a hand-back earlier messages are not read. */
    contextFromSeq: integer('context_from_seq').notNull().default(0),
    seenByCustomerSeq: integer('seen_by_customer_seq').notNull().default(0),
    seenByTeamSeq: integer('seen_by_team_seq').notNull().default(0),
    /** The conversation it was merged into, with its ticket; nothing is written here from then on. */
    mergedIntoId: uuid('merged_into_id').$type<ConversationId>(),
    /** Others were merged into it: its thread is read together with theirs. */
    hasMerged: boolean('has_merged').notNull().default(false),
    /** The customer's rating of the chat, 1 to 5 stars; a chat that became a ticket is rated with that. */
    rating: integer('rating'),
    ratingComment: text('rating_comment'),
    ratedAt: instant('rated_at'),
    /** When the rating was changed, which it is once. */
    ratingChangedAt: instant('rating_changed_at'),
    isDemo: boolean('is_demo').notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.guestId], foreignColumns: [guest.tenantId, guest.id] }),
    foreignKey({ columns: [t.tenantId, t.customerId], foreignColumns: [customer.tenantId, customer.id] }),
    foreignKey({ columns: [t.tenantId, t.mergedIntoId], foreignColumns: [t.tenantId, t.id] }),
    index('conversation_merged').on(t.tenantId, t.mergedIntoId).where(sql`merged_into_id is not null`),
    index('conversation_by_guest').on(t.tenantId, t.guestId, t.updatedAt.desc().nullsFirst()),
    index('conversation_by_customer').on(t.tenantId, t.customerId, t.updatedAt.desc().nullsFirst()),
    // The report of a year reads what it needs of each chat here: the rows are in the order of their last message.
    index('conversation_chat')
      .on(t.tenantId, t.id, t.guestId, t.customerId, t.ticketId, t.state, t.offerReason)
      .where(sql`channel = 'chat' and not is_demo`),
    index('conversation_rated').on(t.tenantId, t.ratedAt, t.rating).where(sql`rated_at is not null and not is_demo`),
    index('conversation_unanswered').on(t.answerDueAt).where(sql`answer_due_at is not null`),
    index('conversation_answering').on(t.answerLeaseUntil).where(sql`answer_lease_until is not null`),
  ],
)
export type ConversationRow = typeof conversation.$inferSelect

/** Every message: of chat, form, reply and note, and system messages. */
export const message = pgTable(
  'message',
  {
    tenantId: tenantId(),
    id: uuid('id').$type<MessageId>().notNull(),
    conversationId: uuid('conversation_id').$type<ConversationId>().notNull(),
    seq: integer('seq').notNull(),
    /** The event that last changed it (a streamed answer that was completed); equals `seq` where nothing did. */
    changedSeq: integer('changed_seq').notNull(),
    author: text('author').$type<MessageView['author']>().notNull(),
    authorId: uuid('author_id'),
    authorName: text('author_name'),
    visibility: text('visibility').$type<MessageView['visibility']>().notNull().default('public'),
    kind: text('kind').$type<MessageView['kind']>().notNull().default('text'),
    body: text('body').notNull(),
    /** What the member wrote, where the body is its translation for the customer. */
    original: text('original'),
    state: text('state').$type<MessageView['state']>().notNull().default('complete'),
    sources: jsonb('sources').$type<Source[]>().notNull().default([]),
    suggestions: text('suggestions').array().notNull().default([]),
    confidence: real('confidence'),
    /** The customer's rating of an answer (thumb up or down); null where there is none. */
    helpful: boolean('helpful'),
    /** How an answer was made (agent, provider, model, tokens, cost, latency), for "Why this answer?". */
    origin: jsonb('origin').$type<object>(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('message_by_seq').on(t.tenantId, t.conversationId, t.seq),
    index('message_by_change').on(t.tenantId, t.conversationId, t.changedSeq),
    // What people wrote, in the order of time: rules over time look at what was written since.
    index('message_written')
      .on(t.tenantId, t.createdAt, t.id, t.conversationId)
      .where(sql`author = 'customer' or (author = 'member' and author_id is not null and visibility = 'public')`),
    index('message_rated').on(t.tenantId, t.conversationId, t.helpful).where(sql`helpful is not null`),
    foreignKey({
      columns: [t.tenantId, t.conversationId],
      foreignColumns: [conversation.tenantId, conversation.id],
    }).onDelete('cascade'),
  ],
)
export type MessageRow = typeof message.$inferSelect

/** A stored file; it has no message until it is sent as an attachment. */
export const file = pgTable(
  'file',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<FileId>().notNull(),
    messageId: uuid('message_id').$type<MessageId>(),
    uploadedByKind: text('uploaded_by_kind').$type<'member' | 'guest' | 'mail'>().notNull(),
    uploadedById: uuid('uploaded_by_id').notNull(),
    name: text('name').notNull(),
    mime: text('mime').notNull(),
    size: integer('size').notNull(),
    isImage: boolean('is_image').notNull(),
    /** Of a picture of a mail: the words that stand for it in the text of the message, or in what is folded of it. */
    placeholder: text('placeholder'),
    storageKey: text('storage_key').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    foreignKey({ columns: [t.tenantId, t.messageId], foreignColumns: [message.tenantId, message.id] }).onDelete(
      'cascade',
    ),
    index('file_by_message').on(t.tenantId, t.messageId),
    // Quotas add up sizes: from the index alone.
    index('file_sizes').on(t.tenantId, t.size),
    index('file_unsent_sizes').on(t.tenantId, t.uploadedById, t.size).where(sql`message_id is null`),
  ],
)
export type FileRow = typeof file.$inferSelect
