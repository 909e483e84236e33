import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { CustomerId, TicketId } from '#contracts/ids.ts'
import type { TicketSource } from '#contracts/ticket/ticket.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { appendMessage, linkTicket, newId, previewOf } from '#server/conversation/service.ts'
import { findGuest, getCustomer } from '#server/customer/service.ts'
import { type Actor, assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { nextTicketNumber, recordActivity } from '#server/tenant/service.ts'
import { ticketCreated } from './events.ts'
import { publishTicket } from './publish.ts'
import { insertTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'
import { escalateAt } from './unassigned-escalation.ts'

type Given = {
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

export class IdTaken extends Error {}

/** Makes a ticket over a conversation, with number, activity entry and event; the caller has linked nothing yet. */
export async function createTicketForConversation(
  t: Tx,
  actor: Actor,
  conversation: ConversationRow,
  given: Given,
): Promise<TicketRow> {
  const number = await nextTicketNumber(t)
  const row = await insertTicket(t, {
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
  if (!row) throw new IdTaken()
  const type = actor.kind === 'guest' ? 'guest_ticket_create' : 'customer_ticket_create'
  await recordActivity(t, actor, { action: 'Ticket created', type, ticketId: row.id, ticketSubject: row.subject })
  publishTicket(t, row, 'ticket.created')
  return row
}

/** Longest subject and description a chat's ticket takes from the assistant. */
const ASSISTANT_SUBJECT = 200
const ASSISTANT_DESCRIPTION = 2000

/**
 * Makes a ticket of a chat for the assistant, where the visitor has said who they are before (by the form). Null where they have not,
 * or the chat has a ticket already: then the form is offered instead.
 */
export async function createTicketFromChat(
  t: Tx,
  conversation: ConversationRow,
  given: { subject: string; description: string },
): Promise<TicketRow | null> {
  const guest = conversation.guestId && !conversation.ticketId ? await findGuest(t, conversation.guestId) : null
  if (!guest?.customerId) return null
  const customer = await getCustomer(t, guest.customerId)
  const row = await createTicketForConversation(t, assistant, conversation, {
    id: crypto.randomUUID() as TicketId,
    subject: given.subject.replace(/\s+/g, ' ').trim().slice(0, ASSISTANT_SUBJECT) || 'Chat',
    description: given.description.trim().slice(0, ASSISTANT_DESCRIPTION),
    priority: 'medium',
    priorityLabel: 'normal',
    category: 'guest_support',
    source: 'chat',
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: customer.email,
    escalationReason: 'human_requested',
  })
  await linkTicket(t, conversation.id, { ticketId: row.id, customerId: customer.id, state: 'waiting' })
  await appendMessage(t, conversation.id, {
    id: newId(),
    author: 'system',
    kind: 'ticket_created',
    body: String(row.number),
  })
  await t.emit(ticketCreated, { ticket: row, actor: assistant })
  return row
}
