import type { Priority } from '#contracts/conversation/escalation.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { appendMessage, linkTicket, newId, openConversation } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { nextTicketNumber, recordActivity } from '#server/tenant/service.ts'
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
  const conversationId = crypto.randomUUID() as ConversationId
  const id = crypto.randomUUID() as TicketId
  const fresh = { id: conversationId, channel: 'desk', context: 'general', state: 'waiting', guestId: null } as const
  const conversation = await openConversation(t, { ...fresh, isDemo: true })
  const number = await nextTicketNumber(t)
  const row = await insertTicket(t, {
    id,
    number,
    conversationId,
    subject: sample.subject,
    description: sample.description,
    customerName: sample.customer.name,
    customerEmail: sample.customer.email,
    status: sample.status,
    priority: sample.priority,
    priorityLabel: sample.priority,
    category: sample.category,
    tags: sample.tags,
    source: 'demo',
    isDemo: true,
    lastMessageAt: t.now,
    createdAt: t.now,
    updatedAt: t.now,
  })
  if (!row) return
  await linkTicket(t, conversation, { ticketId: id, customerId: null, state: 'waiting' }, { actor })
  await appendMessage(t, conversationId, {
    id: newId(),
    author: 'customer',
    authorName: sample.customer.name,
    body: sample.description,
  })
  await recordActivity(t, actor, {
    action: m.activity_ticket_demo_created,
    type: 'general',
    ticketId: id,
    ticketSubject: row.subject,
  })
  publishTicket(t, row, 'ticket.created')
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
