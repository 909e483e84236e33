import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import type { TicketRowView, TicketView } from '#contracts/ticket/ticket.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import type { Actor } from '#server/platform/actor.ts'
import { canRate, ticketPermissions } from './policy.ts'
import type { GuestTicket, ListedFields, ListedRow, ListedTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** `2026-11-21 14:05:09.12`, as the database writes it in UTC, as ISO 8601 with milliseconds. */
const isoOf = (written: string): string =>
  `${written.slice(0, 10)}T${written.slice(11, 19)}.${written.slice(20).padEnd(3, '0')}Z`

type TicketFields = Omit<
  TicketView,
  'preview' | 'emailStatus' | 'assignee' | 'team' | 'isUnread' | 'sla' | 'aiAgent' | 'can'
>
type PresentedFields = Omit<TicketRowView, 'lastMessageAt' | 'createdAt' | 'updatedAt' | 'snoozedUntil' | 'sla'>

const presentListedFields = (
  row: ListedFields,
  { assigneeName, teamName, emailStatus, seenSeq }: Omit<ListedTicket, 'ticket'>,
): PresentedFields => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  preview: row.preview,
  status: row.status,
  priority: row.priority,
  category: row.category,
  tags: row.tags,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  emailStatus,
  assignee: row.assigneeId ? { id: row.assigneeId, name: assigneeName ?? '' } : null,
  team: row.teamId ? { id: row.teamId, name: teamName ?? '' } : null,
  isEscalatedByAi: row.escalationReason !== null,
  isDemo: row.isDemo,
  isOverLimit: row.isOverLimit,
  snoozedUntilReply: row.snoozedUntilReply,
  isUnread: row.lastCustomerSeq > (seenSeq ?? 0),
})

export const presentRow = (row: ListedRow): TicketRowView => ({
  ...presentListedFields(row, row),
  snoozedUntil: row.snoozedUntil === null ? null : isoOf(row.snoozedUntil),
  sla: row.slaState && { state: row.slaState, dueAt: row.slaDueAt === null ? null : isoOf(row.slaDueAt) },
  lastMessageAt: isoOf(row.lastMessageAt),
  createdAt: isoOf(row.createdAt),
  updatedAt: isoOf(row.updatedAt),
})

/** The fields of a ticket that are the same for every member. */
export const presentFields = (row: TicketRow): TicketFields => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  status: row.status,
  priority: row.priority,
  priorityLabel: row.priorityLabel,
  category: row.category,
  tags: row.tags,
  customFields: row.customFields,
  description: row.description,
  source: row.source,
  conversationId: row.conversationId,
  customerId: row.customerId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  isEscalatedByAi: row.escalationReason !== null,
  escalationReason: row.escalationReason,
  isDemo: row.isDemo,
  isOverLimit: row.isOverLimit,
  snoozedUntil: iso(row.snoozedUntil),
  snoozedUntilReply: row.snoozedUntilReply,
  mergedIntoId: row.mergedIntoId,
  rating: row.rating,
  ratingComment: row.ratingComment,
  ratedAt: iso(row.ratedAt),
  firstResponseAt: iso(row.firstResponseAt),
  resolvedAt: iso(row.resolvedAt),
  closedAt: iso(row.closedAt),
  lastMessageAt: row.lastMessageAt.toISOString(),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  version: row.version,
})

/** A ticket as a member sees it, with the member's permissions. */
export const presentTicket = (
  actor: Actor,
  { ticket: row, ...beside }: ListedTicket,
  { state, agent }: Pick<ConversationRow, 'state' | 'agent'>,
): TicketView => ({
  ...presentListedFields(row, beside),
  ...presentFields(row),
  sla: row.slaState && { state: row.slaState, dueAt: iso(row.slaDueAt) },
  aiAgent: agent,
  can: ticketPermissions(actor, row, state),
})

export const presentGuestTicket = (
  { ticket: row, state, context }: GuestTicket,
  collectsRatings: boolean,
): GuestTicketView => ({
  id: row.id,
  number: row.number,
  subject: row.subject,
  description: row.description,
  status: row.status,
  priority: row.priority,
  priorityLabel: row.priorityLabel,
  isAssigned: row.assigneeId !== null,
  rating: row.rating,
  ratingComment: row.ratingComment,
  canRate: collectsRatings && canRate(row),
  conversationId: row.conversationId,
  conversationState: state,
  context,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
