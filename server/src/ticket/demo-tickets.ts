import type { Priority } from '#contracts/conversation/escalation.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { appendOpening, linkTicket, newConversation, newId } from '#server/conversation/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { requireRole } from '#server/platform/policy.ts'
import { text } from '#server/platform/text/message.ts'
import { lockTenant, recordActivity } from '#server/tenant/service.ts'
import { applyChange } from './apply-change.ts'
import { newTicketRow } from './create-for-conversation.ts'
import { findRatableDemoTicket, listDemoTickets } from './demo-queries.ts'
import { publishTicket, publishTicketDeleted } from './live-events.ts'
import { lockTicket } from './load.ts'
import { canRate, EDIT_DEMO_TICKETS } from './policy.ts'
import { deleteWithConversation, hasAnyTicket, insertTicket } from './queries.ts'

type DemoTicket = {
  subject: string
  description: string
  customer: { name: string; email: string }
  status: TicketStatus
  priority: Priority
  category: string
  tags: string[]
}

/** Creates these demo tickets where there is no ticket at all, and gives their number. Throws forbidden by EDIT_DEMO_TICKETS. */
export async function addDemoTickets(tenant: Tenant, actor: Member, given: readonly DemoTicket[]): Promise<number> {
  requireRole(actor, EDIT_DEMO_TICKETS)
  return tenant.tx(async (t) => {
    await lockTenant(t)
    if (await hasAnyTicket(t)) return 0
    for (const one of given) await createDemoTicket(t, actor, one)
    return given.length
  })
}

/** Creates a demo ticket: labelled, not mailed, not counted, not emitted, and without a customer record. */
async function createDemoTicket(t: Tx, actor: Member, sample: DemoTicket): Promise<void> {
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
  const { ticket } = await insertTicket(t, row)
  await appendOpening(t, linked, [{ id: newId(), author: 'customer', authorName: customer.name, body: description }])
  publishTicket(t, ticket, 'ticket.created')
}

const MAX_REMOVED = 1000

/** Removes every demo ticket in one action and gives their number. Throws forbidden by EDIT_DEMO_TICKETS. */
export async function removeDemoTickets(tenant: Tenant, actor: Member): Promise<number> {
  requireRole(actor, EDIT_DEMO_TICKETS)
  return tenant.tx(async (t) => {
    const rows = await listDemoTickets(t, MAX_REMOVED)
    if (rows.length === 0) return 0
    await deleteWithConversation(
      t,
      rows.map((row) => row.conversationId),
    )
    await recordActivity(t, actor, { action: m.activity_ticket_demo_removed, type: 'ticket_deletion' })
    for (const row of rows) publishTicketDeleted(t, row)
    return rows.length
  })
}

const DEMO_STARS = 5

/**
 * Gives a finished demo ticket five stars, marked as demo like the ticket; null where no demo ticket waits for a rating. Tickets of
 * customers are not rated by the team. Throws forbidden by EDIT_DEMO_TICKETS.
 */
export async function rateDemoTicket(tenant: Tenant, actor: Member): Promise<TicketId | null> {
  requireRole(actor, EDIT_DEMO_TICKETS)
  return tenant.tx(async (t) => {
    const id = await findRatableDemoTicket(t)
    if (!id) return null
    const { ticket } = await lockTicket(t, actor, id)
    if (!canRate(ticket)) return null
    const actions = [text(m.activity_ticket_rated, { stars: DEMO_STARS })]
    await applyChange(t, actor, ticket, { rating: DEMO_STARS, ratedAt: t.now }, { actions })
    return id
  })
}
