import { z } from 'zod'
import { AgentType } from '#contracts/agent/agent.ts'
import { ThreadView } from '#contracts/conversation/conversation.ts'
import { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { FileIds } from '#contracts/conversation/file.ts'
import { Copies, MessageBody, MessageOriginal, MessageView } from '#contracts/conversation/message.ts'
import { FieldValue } from '#contracts/custom-field.ts'
import { VisitView } from '#contracts/customer/visit.ts'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant, line, requiredLine, requiredText, SeenVersion } from '#contracts/fields.ts'
import { AgentId, ConversationId, CustomerId, MessageId, TeamId, TicketId, UserId } from '#contracts/ids.ts'
import { Cursor, Limit, pageOf } from '#contracts/page.ts'
import { TicketSlaLabel } from './sla.ts'
import { ActivityView } from './ticket-activity.ts'
import { GivenFieldValues } from './ticket-field.ts'
import { FILTER_PARTS, several } from './ticket-filter.ts'
import { MERGES_OF_TICKET } from './ticket-merge.ts'

export const TicketStatus = z.enum(['open', 'in-progress', 'waiting', 'resolved', 'closed'])
export type TicketStatus = z.output<typeof TicketStatus>

export const TicketSource = z.enum(['guest_portal', 'customer_portal', 'chat', 'desk', 'email', 'demo'])
export type TicketSource = z.output<typeof TicketSource>

/** What the caller may do with this ticket now, by `server/src/ticket/policy.ts`; the screen shows buttons by it. */
export const TicketCan = z.object({
  take: z.boolean(),
  reply: z.boolean(),
  assign: z.boolean(),
  /** The statuses it may be moved to now. */
  moveTo: z.array(TicketStatus),
  snooze: z.boolean(),
  delete: z.boolean(),
  handBack: z.boolean(),
  merge: z.boolean(),
})
export type TicketCan = z.output<typeof TicketCan>

/** What is known of a requester's e-mail: its mailbox confirmed it, a member entered it, or a guest typed it and may be anybody. */
export const EmailStatus = z.enum(['verified', 'entered', 'claimed'])
export type EmailStatus = z.output<typeof EmailStatus>

/** A ticket as one row of the list. */
export const TicketRowView = z.object({
  id: TicketId,
  number: z.number().int(),
  subject: z.string(),
  preview: z.string(),
  status: TicketStatus,
  priority: Priority,
  category: z.string(),
  tags: z.array(z.string()),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  /** Null where there is no e-mail. */
  emailStatus: EmailStatus.nullable(),
  assignee: z.object({ id: UserId, name: z.string() }).nullable(),
  /** The team it is assigned to, beside the member. */
  team: z.object({ id: TeamId, name: z.string() }).nullable(),
  isEscalatedByAi: z.boolean(),
  isDemo: z.boolean(),
  /** Created when the tickets of the plan were used up for the month. */
  isOverLimit: z.boolean(),
  /** Until when it is snoozed; null where it is not, and where it waits for a reply alone (`snoozedUntilReply`). */
  snoozedUntil: Instant.nullable(),
  snoozedUntilReply: z.boolean(),
  sla: TicketSlaLabel.nullable(),
  isUnread: z.boolean(),
  lastMessageAt: Instant,
  createdAt: Instant,
  updatedAt: Instant,
})
export type TicketRowView = z.output<typeof TicketRowView>

export const TicketView = TicketRowView.extend({
  conversationId: ConversationId,
  customerId: CustomerId.nullable(),
  description: z.string(),
  /** The priority as the form named it (`critical`, `normal`), where it differs from the stored one. */
  priorityLabel: z.string(),
  source: TicketSource,
  /** The business's own fields, by the field's id; one without a value is not there. */
  customFields: z.record(z.string(), FieldValue),
  /** The ticket it was merged into. */
  mergedIntoId: TicketId.nullable(),
  escalationReason: EscalationReason.nullable(),
  /** The AI agent that last answered in this conversation, with its name at that time. */
  aiAgent: z.object({ id: AgentId, name: z.string(), type: AgentType }).nullable(),
  rating: z.number().int().nullable(),
  ratingComment: z.string().nullable(),
  ratedAt: Instant.nullable(),
  firstResponseAt: Instant.nullable(),
  resolvedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** Goes up with every change; a change must name the version it saw. */
  version: z.number().int(),
  can: TicketCan,
})
export type TicketView = z.output<typeof TicketView>

/** The requester for the side panel, from the business's records. */
export const TicketCustomerView = z.object({
  id: CustomerId.nullable(),
  name: z.string(),
  email: z.string().nullable(),
  emailStatus: EmailStatus.nullable(),
  isBlocked: z.boolean(),
  plan: z.string(),
  firstSeenAt: Instant,
  ticketCount: z.number().int(),
  chatCount: z.number().int(),
  averageRating: z.number().nullable(),
  /** How they first came to the portal in the browser of this ticket. */
  visit: VisitView.nullable(),
  recentTickets: z.array(TicketRowView.pick({ id: true, number: true, subject: true, status: true, createdAt: true })),
})
export type TicketCustomerView = z.output<typeof TicketCustomerView>

export const TicketDetailView = z.object({
  ticket: TicketView,
  thread: ThreadView,
  customer: TicketCustomerView,
  ...MERGES_OF_TICKET,
  activity: z.array(ActivityView),
})
export type TicketDetailView = z.output<typeof TicketDetailView>

/** Which tickets: of the list, a saved view, a bulk change, an export, and behind a figure. */
export const TicketFilter = z.strictObject({
  statuses: several(TicketStatus),
  priorities: several(Priority),
  sources: several(TicketSource),
  ...FILTER_PARTS,
})
export type TicketFilter = z.output<typeof TicketFilter>

const Member = { tag: 'tickets', access: 'member' } as const
const ById = z.object({ ticketId: TicketId })
const Tag = line(40).min(1)

/** Newest first by last change of the conversation (`lastMessageAt`), 100 a page. */
export const listTickets = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/tickets',
  summary: 'List tickets',
  rate: 'read',
  scope: 'tickets:read',
  query: TicketFilter.extend({ cursor: Cursor, limit: Limit }),
  reply: pageOf(TicketRowView),
})

export const getTicket = endpoint({
  ...Member,
  method: 'GET',
  path: '/api/tickets/:ticketId',
  summary: 'A ticket with its thread, customer and activity',
  rate: 'read',
  scope: 'tickets:read',
  params: ById,
  query: z.object({ cursor: Cursor }),
  reply: TicketDetailView,
})

/** A member opens a ticket for a customer who phoned or wrote elsewhere. */
export const createTicket = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets',
  summary: 'Open a ticket',
  rate: 'write',
  scope: 'tickets:write',
  idempotent: true,
  status: 201,
  body: z.strictObject({
    id: TicketId,
    subject: requiredLine(200, 'error_enter_subject'),
    description: requiredText(20_000, 'error_enter_ticket_description'),
    priority: Priority.default('medium'),
    category: line(60).default('general'),
    customerName: line(120).default('Anonymous Customer'),
    customerEmail: Email.optional(),
  }),
  reply: TicketView,
})

export const changeTicket = endpoint({
  ...Member,
  method: 'PATCH',
  path: '/api/tickets/:ticketId',
  summary: 'Change priority, category, subject, tags or the business’s own fields',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  body: z.strictObject({
    version: SeenVersion,
    subject: requiredLine(200, 'error_enter_subject').optional(),
    priority: Priority.optional(),
    category: requiredLine(60, 'error_enter_category').optional(),
    tags: z.array(Tag).max(20).optional(),
    customFields: GivenFieldValues.optional(),
  }),
  reply: TicketView,
})

/** Changes the status along the allowed steps; any other step is a conflict. */
export const moveTicket = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/status',
  summary: 'Change the status',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  body: z.strictObject({ version: SeenVersion, status: TicketStatus }),
  reply: TicketView,
})

/** "Take Ticket": sets it in progress and assigns it to the caller. */
export const takeTicket = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/take',
  summary: 'Take a ticket',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  body: z.strictObject({ version: SeenVersion }),
  reply: TicketView,
})

/** Assigns it to a member, to a team, or to both; null to nobody. What is not given stays. */
export const assignTicket = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/assignee',
  summary: 'Assign a ticket',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  body: z.strictObject({
    version: SeenVersion,
    assigneeId: UserId.nullable().optional(),
    teamId: TeamId.nullable().optional(),
  }),
  reply: TicketView,
})

/** Only resolved or closed tickets; deletes its conversation too, keeps an activity entry. */
export const deleteTicket = endpoint({
  ...Member,
  method: 'DELETE',
  path: '/api/tickets/:ticketId',
  summary: 'Delete a finished ticket',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  reply: z.object({ deleted: z.literal(true) }),
})

/** A reply is sent to the customer's chat and stops the assistant from answering; a note is for members only. */
export const sendTicketMessage = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/messages',
  summary: 'Reply to the customer or add an internal note',
  rate: 'write',
  scope: 'tickets:write',
  idempotent: true,
  status: 201,
  params: ById,
  body: z
    .strictObject({
      id: MessageId,
      body: MessageBody,
      original: MessageOriginal,
      visibility: z.enum(['public', 'note']),
      fileIds: FileIds,
      cc: Copies,
    })
    .refine((message) => message.body.length > 0 || message.fileIds.length > 0, {
      path: ['body'],
      message: 'error_enter_message',
    }),
  reply: MessageView,
})

/** "Hand back to AI": the assistant answers again, without the earlier messages as context. */
export const handBackTicket = endpoint({
  ...Member,
  method: 'POST',
  path: '/api/tickets/:ticketId/hand-back',
  summary: 'Hand the chat back to the assistant',
  rate: 'write',
  scope: 'tickets:write',
  params: ById,
  reply: TicketView,
})
