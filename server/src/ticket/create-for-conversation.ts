import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import type { TicketSource } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { ticketsUsedUp } from '#server/billing/service.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import {
  type AppendedMessage,
  appendOpening,
  firstAnswerSeconds,
  linkTicket,
  newId,
  previewOf,
} from '#server/conversation/service.ts'
import { findGuest, getCustomer, utmSourceOf } from '#server/customer/service.ts'
import { type Actor, assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { FieldValues } from '#server/platform/field-values.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { ticketCreated } from './events.ts'
import { publishTicket } from './live-events.ts'
import type { LoadedTicket } from './load.ts'
import { AWAKE } from './policy.ts'
import { insertTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'
import { escalateAt } from './unassigned-escalation.ts'

type NewTicket = {
  id: TicketId
  subject: string
  description: string
  priority: Priority
  priorityLabel: string
  category: string
  source: TicketSource
  customerId: CustomerId | null
  customerName: string
  customerEmail: string | null
  escalationReason?: EscalationReason | null
  customFields?: FieldValues
}

/** The messages of the thread that show the creation. */
type Opening = {
  /** Who wrote the description, where it becomes the first message; a chat has its messages already. */
  describedBy?: Pick<AppendedMessage, 'authorId' | 'authorName' | 'received' | 'mailId'> & {
    id?: AppendedMessage['id']
  }
  /** Whether a system message names the ticket's number. */
  isAnnounced: boolean
}

/**
 * Creates the ticket of a conversation that has none (one that is locked, or a new one), with number, activity entry, first messages
 * and live event. The one place that emits `ticket.created`.
 */
export async function createTicketForConversation(
  t: Tx,
  actor: Actor,
  conversation: ConversationRow,
  given: NewTicket,
  { describedBy, isAnnounced }: Opening,
): Promise<Omit<LoadedTicket, 'emailStatus'>> {
  const row = newTicketRow(t, given, {
    conversationId: conversation.id,
    lastCustomerSeq: conversation.seq + 1,
    escalateAt: given.escalationReason ? await escalateAt(t) : null,
  })
  const type = actor.kind === 'guest' ? 'guest_ticket_create' : 'customer_ticket_create'
  const { id: ticketId, subject: ticketSubject, customerId } = row
  const opening = [...(describedBy ? [given.description] : []), ...(isAnnounced ? [null] : [])]
  const cause = { actor, reason: given.escalationReason ?? null }
  // A description becomes the first message of a new conversation; a chat exists.
  const isNew = describedBy !== undefined
  const linked = await linkTicket(t, conversation, { ticketId, customerId, opening, isNew }, cause)
  await recordActivity(t, actor, { action: m.activity_ticket_created, type, ticketId, ticketSubject })
  // What its handlers need is read before the ticket is numbered: from then on other tickets wait.
  t.announce(ticketCreated, row)
  const computed = {
    ...(isNew ? {} : { responseSeconds: firstAnswerSeconds(t, conversation.id) }),
    ...(conversation.guestId ? { utmSource: utmSourceOf(t, conversation.guestId) } : {}),
  }
  const { ticket, limit } = await insertTicket(t, row, computed)
  // No customer's request is lost: it is kept over the limit. A member is refused, and nothing of this transaction stays.
  if (ticket.isOverLimit && actor.kind === 'member') throw ticketsUsedUp(limit)
  publishTicket(t, ticket, 'ticket.created')
  await appendOpening(t, linked, [
    ...(describedBy ? [{ id: newId(), author: 'customer', ...describedBy, body: given.description } as const] : []),
    ...(isAnnounced
      ? [{ id: newId(), author: 'system', kind: 'ticket_created', body: String(ticket.number) } as const]
      : []),
  ])
  await t.emit(ticketCreated, { ticket, actor })
  return { ticket, conversation: linked, assigneeName: null, teamName: null }
}

type Beside = Pick<TicketRow, 'conversationId' | 'lastCustomerSeq' | 'escalateAt'>

/** An open ticket that nobody has worked on, without its number. */
export const newTicketRow = (
  t: Tx,
  given: NewTicket & Partial<Pick<TicketRow, 'status' | 'tags' | 'isDemo'>>,
  beside: Beside,
): Omit<TicketRow, 'number' | 'isOverLimit' | 'search'> => ({
  tenantId: t.tenantId,
  status: 'open',
  assigneeId: null,
  teamId: null,
  tags: [],
  isDemo: false,
  customFields: {},
  slaState: null,
  slaDueAt: null,
  ...AWAKE,
  utmSource: null,
  mergedIntoId: null,
  responseSeconds: null,
  ...given,
  ...beside,
  escalationReason: given.escalationReason ?? null,
  preview: previewOf(given.description),
  rating: null,
  ratingComment: null,
  ratedAt: null,
  firstResponseAt: null,
  resolvedAt: null,
  closedAt: null,
  version: 1,
  lastMessageAt: t.now,
  createdAt: t.now,
  updatedAt: t.now,
})

/** Longest subject and description a chat's ticket takes from the assistant. */
const ASSISTANT_SUBJECT = 200
const ASSISTANT_DESCRIPTION = 2000

/**
 * Creates a ticket of a chat for the assistant, if the guest gave name and e-mail before (in the form). Null if not, or if the chat has a
 * ticket already: then the form is offered instead. The caller has locked the guest, then the conversation.
 */
export async function createTicketFromChat(
  t: Tx,
  conversation: ConversationRow,
  given: { subject: string; description: string; priority: Priority },
): Promise<TicketRow | null> {
  const guest = conversation.guestId && !conversation.ticketId ? await findGuest(t, conversation.guestId) : null
  if (!guest?.customerId) return null
  const customer = await getCustomer(t, guest.customerId)
  const fields: NewTicket = {
    id: crypto.randomUUID() as TicketId,
    subject: given.subject.replace(/\s+/g, ' ').trim().slice(0, ASSISTANT_SUBJECT) || 'Chat',
    description: given.description.trim().slice(0, ASSISTANT_DESCRIPTION),
    priority: given.priority,
    priorityLabel: given.priority === 'medium' ? 'normal' : given.priority,
    category: 'guest_support',
    source: 'chat',
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    escalationReason: 'human_requested',
  }
  return (await createTicketForConversation(t, assistant, conversation, fields, { isAnnounced: true })).ticket
}
