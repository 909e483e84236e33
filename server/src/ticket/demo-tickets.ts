import type { Priority } from '#contracts/conversation/escalation.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { appendOpening, linkTicket, newConversation, newId } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { newTicketRow } from './create-for-conversation.ts'
import { publishTicket, publishTicketDeleted } from './live-events.ts'
import { deleteWithConversation, insertTicket, listDemoTickets } from './queries.ts'

type Sample = {
  subject: string
  description: string
  customer: { name: string; email: string }
  status: TicketStatus
  priority: Priority
  category: string
  tags: string[]
}

/** Creates a demo ticket: labelled, not mailed, not counted, not emitted, and without a customer record. */
export async function createDemoTicket(t: Tx, actor: Member, sample: Sample): Promise<void> {
  const ticketId = crypto.randomUUID() as TicketId
  const fresh = {
    id: crypto.randomUUID() as ConversationId,
    channel: 'desk',
    context: 'general',
    guestId: null,
  } as const
  const conversation = newConversation(t, { ...fresh, state: 'waiting', isDemo: true })
  const { subject, description, customer } = sample
  const given = {
    id: ticketId,
    subject,
    description,
    priority: sample.priority,
    priorityLabel: sample.priority,
    category: sample.category,
    source: 'demo',
    customerId: null,
    customerName: customer.name,
    customerEmail: customer.email,
    status: sample.status,
    tags: sample.tags,
    isDemo: true,
  } as const
  const row = newTicketRow(t, given, { conversationId: conversation.id, lastCustomerSeq: 1, escalateAt: null })
  const link = { ticketId, customerId: null, opening: [description], isNew: true }
  const linked = await linkTicket(t, conversation, link, { actor })
  const entry = { action: m.activity_ticket_demo_created, type: 'general', ticketId, ticketSubject: subject }
  await recordActivity(t, actor, entry)
  const ticket = await insertTicket(t, row)
  await appendOpening(t, linked, [{ id: newId(), author: 'customer', authorName: customer.name, body: description }])
  publishTicket(t, ticket, 'ticket.created')
}

const MAX_REMOVED = 1000

/** Removes every demo ticket in one action and gives their number. */
export async function removeDemoTickets(t: Tx, actor: Member): Promise<number> {
  const rows = await listDemoTickets(t, MAX_REMOVED)
  if (rows.length === 0) return 0
  await deleteWithConversation(
    t,
    rows.map((row) => row.conversationId),
  )
  await recordActivity(t, actor, { action: m.activity_ticket_demo_removed, type: 'ticket_deletion' })
  for (const row of rows) publishTicketDeleted(t, row)
  return rows.length
}
