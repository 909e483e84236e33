import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import type { TicketSource } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { type AppendedMessage, appendMessage, linkTicket, newId, previewOf } from '#server/conversation/service.ts'
import { findGuest, getCustomer } from '#server/customer/service.ts'
import { type Actor, assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { nextTicketNumber, recordActivity } from '#server/tenant/service.ts'
import { ticketCreated } from './events.ts'
import { publishTicket } from './live-events.ts'
import type { LoadedTicket } from './load.ts'
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
}

/** The messages of the thread that show the creation. */
type Opening = {
  /** Who wrote the description, where it becomes the first message; a chat has its messages already. */
  describedBy?: Pick<AppendedMessage, 'authorId' | 'authorName'>
  /** Whether a system message names the ticket's number. */
  isAnnounced: boolean
}

/**
 * Creates the ticket of a conversation that has none, with number, activity entry, first messages and live event. The only function
 * that emits `ticket.created`.
 */
export async function createTicketForConversation(
  t: Tx,
  actor: Actor,
  conversation: ConversationRow,
  given: NewTicket,
  { describedBy, isAnnounced }: Opening,
): Promise<LoadedTicket> {
  const number = await nextTicketNumber(t)
  const ticket = await insertTicket(t, {
    ...given,
    number,
    conversationId: conversation.id,
    preview: previewOf(given.description),
    lastCustomerSeq: conversation.seq + 1,
    escalateAt: given.escalationReason ? await escalateAt(t) : null,
    lastMessageAt: t.now,
    createdAt: t.now,
    updatedAt: t.now,
  })
  const type = actor.kind === 'guest' ? 'guest_ticket_create' : 'customer_ticket_create'
  await recordActivity(t, actor, {
    action: m.activity_ticket_created,
    type,
    ticketId: ticket.id,
    ticketSubject: ticket.subject,
  })
  publishTicket(t, ticket, 'ticket.created')
  const link = { ticketId: ticket.id, customerId: given.customerId, state: 'waiting' } as const
  let row = await linkTicket(t, conversation, link, { actor, reason: given.escalationReason ?? null })
  if (describedBy) {
    const message = { id: newId(), author: 'customer', ...describedBy, body: given.description } as const
    row = (await appendMessage(t, row.id, message)).row
  }
  if (isAnnounced) {
    const message = { id: newId(), author: 'system', kind: 'ticket_created', body: String(number) } as const
    row = (await appendMessage(t, row.id, message)).row
  }
  await t.emit(ticketCreated, { ticket, actor })
  return { ticket, conversation: row, assigneeName: null }
}

/** The maximum lengths of subject and description that the assistant gives a chat's ticket. */
const ASSISTANT_SUBJECT = 200
const ASSISTANT_DESCRIPTION = 2000

/**
 * Creates a ticket of a chat for the assistant, if the guest gave name and e-mail before (in the form). Null if not, or if the chat has a
 * ticket already: then the form is offered instead.
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
