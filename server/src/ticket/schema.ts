import { sql } from 'drizzle-orm'
import {
  boolean,
  customType,
  type ExtraConfigColumn,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { ConversationId, CustomerId, TeamId, TicketId, UserId } from '#contracts/ids.ts'
import type { SlaClocks, SlaState } from '#contracts/ticket/sla.ts'
import type { TicketSource, TicketStatus } from '#contracts/ticket/ticket.ts'
import { conversation } from '#server/conversation/schema.ts'
import { customer } from '#server/customer/schema.ts'
import { instant, isolated, tenantId } from '#server/platform/db/table.ts'
import type { FieldValues } from '#server/platform/field-values.ts'
import { team } from '#server/team/schema.ts'
import { member, tenant } from '#server/tenant/schema.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

type ReportColumn =
  | 'tenantId'
  | 'createdAt'
  | 'resolvedAt'
  | 'ratedAt'
  | 'responseSeconds'
  | 'rating'
  | 'source'
  | 'utmSource'
  | 'category'
  | 'assigneeId'
  | 'teamId'
  | 'id'

/** Reports read these three alone: the rows of a year are a hundred times as large. What follows the instant is never searched for. */
const reportIndexes = (t: Record<ReportColumn, ExtraConfigColumn>) => [
  index('ticket_created')
    .on(
      t.tenantId,
      t.createdAt.desc().nullsFirst(),
      t.responseSeconds,
      t.source,
      t.category,
      t.assigneeId,
      t.teamId,
      t.utmSource,
      t.id,
    )
    .where(sql`not is_demo`),
  index('ticket_resolution')
    .on(t.tenantId, t.resolvedAt, t.createdAt, t.source, t.category, t.assigneeId, t.teamId, t.utmSource)
    .where(sql`resolved_at is not null and not is_demo`),
  index('ticket_rated')
    .on(t.tenantId, t.ratedAt, t.rating, t.source, t.category, t.assigneeId, t.teamId, t.utmSource)
    .where(sql`rated_at is not null and not is_demo`),
]

/** A work item over a conversation: status, assignee, priority; the messages stay in the conversation. */
export const ticket = pgTable(
  'ticket',
  {
    tenantId: tenantId().references(() => tenant.id, { onDelete: 'cascade' }),
    id: uuid('id').$type<TicketId>().notNull(),
    number: integer('number').notNull(),
    conversationId: uuid('conversation_id').$type<ConversationId>().notNull(),
    customerId: uuid('customer_id').$type<CustomerId>(),
    customerName: text('customer_name').notNull().default('Anonymous Customer'),
    customerEmail: text('customer_email'),
    subject: text('subject').notNull().default('Support Request'),
    description: text('description').notNull(),
    status: text('status').$type<TicketStatus>().notNull().default('open'),
    priority: text('priority').$type<Priority>().notNull().default('medium'),
    priorityLabel: text('priority_label').notNull(),
    category: text('category').notNull().default('general'),
    source: text('source').$type<TicketSource>().notNull(),
    /** `utm_source` of the link by which its guest first came to the portal; null where there was none. */
    utmSource: text('utm_source'),
    assigneeId: uuid('assignee_id').$type<UserId>(),
    /** The team it is assigned to, beside the member. */
    teamId: uuid('team_id').$type<TeamId>(),
    tags: text('tags').array().notNull().default([]),
    /** The business's own fields, by the field's id (`custom-fields/schema.ts`); one without a value has no key. */
    customFields: jsonb('custom_fields').$type<FieldValues>().notNull().default({}),
    /** How it stands against its agreed times, and when the next of them ends: the database copies both from `ticket_sla`. */
    slaState: text('sla_state').$type<SlaState>(),
    slaDueAt: instant('sla_due_at'),
    escalationReason: text('escalation_reason').$type<EscalationReason>(),
    preview: text('preview').notNull().default(''),
    /** Newest event of the customer; a ticket is unread where this is above the member's read position. */
    lastCustomerSeq: integer('last_customer_seq').notNull().default(0),
    rating: integer('rating'),
    ratingComment: text('rating_comment'),
    ratedAt: instant('rated_at'),
    /** When it escalates to owner and admins if it is not assigned until then; null where it does not. */
    escalateAt: instant('escalate_at'),
    firstResponseAt: instant('first_response_at'),
    /** To the first reply of a person or the assistant, in a chat from the customer's first message on; null until there is one. */
    responseSeconds: integer('response_seconds'),
    resolvedAt: instant('resolved_at'),
    closedAt: instant('closed_at'),
    /** Until when it is snoozed; null where it is not, and where it waits for a reply alone. */
    snoozedUntil: instant('snoozed_until'),
    /** Snoozed without an end, until the customer replies. */
    snoozedUntilReply: boolean('snoozed_until_reply').notNull().default(false),
    /** The ticket it was merged into; its own number and links lead there. */
    mergedIntoId: uuid('merged_into_id').$type<TicketId>(),
    isDemo: boolean('is_demo').notNull().default(false),
    /** Created when the tickets of the plan were used up: it is kept for its customer. */
    isOverLimit: boolean('is_over_limit').notNull().default(false),
    version: integer('version').notNull().default(1),
    lastMessageAt: instant('last_message_at').notNull().defaultNow(),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    /**
     * The words of the ticket itself, which automation rules compare; what the list finds it by is `ticketWords`. Letters without
     * accents, and the parts of e-mail addresses and order numbers as words of their own.
     */
    search: tsvector('search').generatedAlwaysAs(
      sql`strip(to_tsvector('simple', translate(regexp_replace(replace(normalize(subject || ' ' || left(description, 4000) || ' ' || customer_name || ' ' || coalesce(customer_email, ''), NFD), 'ß', 'ss'), '[\\u0300-\\u036f]', '', 'g'), '@._-/+:<>&#%=?~', repeat(' ', 15))))`,
    ),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.id] }),
    unique('ticket_by_number').on(t.tenantId, t.number),
    unique('ticket_by_conversation').on(t.tenantId, t.conversationId),
    foreignKey({
      columns: [t.tenantId, t.conversationId],
      foreignColumns: [conversation.tenantId, conversation.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.customerId], foreignColumns: [customer.tenantId, customer.id] }),
    foreignKey({ columns: [t.tenantId, t.assigneeId], foreignColumns: [member.tenantId, member.userId] }),
    foreignKey({ columns: [t.tenantId, t.teamId], foreignColumns: [team.tenantId, team.id] }),
    foreignKey({ columns: [t.tenantId, t.mergedIntoId], foreignColumns: [t.tenantId, t.id] }),
    // The order of the list, and after it what its filter reads: a combination that few tickets have is found without reading their rows.
    index('ticket_listed').on(
      t.tenantId,
      t.lastMessageAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
      t.status,
      t.priority,
      t.category,
      t.source,
      t.assigneeId,
      t.teamId,
      t.rating,
      t.createdAt,
      t.customerId,
      t.snoozedUntil,
      t.snoozedUntilReply,
      t.mergedIntoId,
      t.utmSource,
    ),
    index('ticket_by_status').on(t.tenantId, t.status, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst()),
    index('ticket_by_assignee').on(
      t.tenantId,
      t.assigneeId,
      t.lastMessageAt.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('ticket_by_team')
      .on(t.tenantId, t.teamId, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`team_id is not null`),
    index('ticket_due').on(t.tenantId, t.slaState, t.slaDueAt).where(sql`sla_state in ('soon', 'breached')`),
    index('ticket_by_customer').on(t.tenantId, t.customerId, t.createdAt.desc().nullsFirst()),
    ...reportIndexes(t),
    // Counters read the index alone: reading the rows of ten thousand tickets costs a hundred times as much.
    index('ticket_counted')
      .on(t.tenantId, t.status)
      .where(sql`not is_demo and snoozed_until is null and not snoozed_until_reply and merged_into_id is null`),
    index('ticket_waiting')
      .on(t.tenantId, t.teamId, t.createdAt, t.id)
      .where(
        sql`team_id is not null and assignee_id is null and status in ('open', 'in-progress', 'waiting') and snoozed_until is null and not snoozed_until_reply and merged_into_id is null`,
      ),
    index('ticket_snoozed')
      .on(t.tenantId, t.lastMessageAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`snoozed_until is not null or snoozed_until_reply`),
    index('ticket_to_wake').on(t.snoozedUntil).where(sql`snoozed_until is not null`),
    index('ticket_merged').on(t.tenantId, t.mergedIntoId).where(sql`merged_into_id is not null`),
    index('ticket_demo').on(t.tenantId).where(sql`is_demo`),
    index('ticket_to_escalate').on(t.escalateAt).where(sql`escalate_at is not null`),
    index('ticket_resolved').on(t.resolvedAt).where(sql`status = 'resolved'`),
  ],
)
export type TicketRow = typeof ticket.$inferSelect

/** Up to where a member has read a ticket. */
export const ticketRead = pgTable(
  'ticket_read',
  {
    tenantId: tenantId(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    userId: uuid('user_id').$type<UserId>().notNull(),
    seenSeq: integer('seen_seq').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.ticketId, t.userId] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    foreignKey({ columns: [t.tenantId, t.userId], foreignColumns: [member.tenantId, member.userId] }).onDelete(
      'cascade',
    ),
  ],
)

/**
 * How a ticket stands against the agreed times of its business; a ticket without any has no row. The automation domain calculates it
 * (`server/src/automation/sla`), list and ticket show it.
 */
export const ticketSla = pgTable(
  'ticket_sla',
  {
    tenantId: tenantId(),
    ticketId: uuid('ticket_id').$type<TicketId>().notNull(),
    state: text('state').$type<SlaState>().notNull(),
    /** The priority whose times count. */
    priority: text('priority').$type<Priority>().notNull(),
    clocks: jsonb('clocks').$type<SlaClocks>().notNull(),
    /** Since when its times pass; null while they are paused or over. */
    runningSince: instant('running_since'),
    /** When the next of its times ends. */
    nextDueAt: instant('next_due_at'),
    /** When time alone changes its state next: a warning or a breach. */
    nextCheckAt: instant('next_check_at'),
    /** When it first breached one. */
    breachedAt: instant('breached_at'),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    isolated(),
    primaryKey({ columns: [t.tenantId, t.ticketId] }),
    foreignKey({ columns: [t.tenantId, t.ticketId], foreignColumns: [ticket.tenantId, ticket.id] }).onDelete('cascade'),
    index('ticket_sla_by_state').on(t.tenantId, t.state, t.nextDueAt),
    index('ticket_sla_to_check').on(t.nextCheckAt).where(sql`next_check_at is not null`),
  ],
)
export type TicketSlaRow = typeof ticketSla.$inferSelect
