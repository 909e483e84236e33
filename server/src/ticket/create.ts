import type { z } from 'zod'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ConversationId } from '#contracts/ids.ts'
import type { FormPriority, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import type { createTicket, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { getConversation, openConversation } from '#server/conversation/service.ts'
import { upsertClaimedCustomer, upsertCustomerByEmail } from '#server/customer/service.ts'
import { type Guest, type Member, system } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { createTicketForConversation } from './create-for-conversation.ts'
import { viewTicket } from './load.ts'
import { assigneeNameOf, findTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'

/** The stored priority for each of the form's; the desk also shows the form's label. */
const STORED: Record<FormPriority, Priority> = {
  low: 'low',
  normal: 'medium',
  medium: 'medium',
  high: 'high',
  critical: 'urgent',
}

const otherContent = () => conflict(m.error_ticket_id_taken)

type Texts = Pick<TicketRow, 'subject' | 'description' | 'customerName' | 'customerEmail'>

const isSame = (row: TicketRow, given: Texts): boolean =>
  (['subject', 'description', 'customerName', 'customerEmail'] as const).every((key) => row[key] === given[key])

type Submitted = z.output<typeof submitTicket.body>
type SubmitReply = ReplyOf<typeof submitTicket>

const submitReply = (row: TicketRow): SubmitReply => ({
  id: row.id,
  number: row.number,
  conversationId: row.conversationId,
  status: row.status,
})

/**
 * The guest's form. With `conversationId` the chat becomes the ticket, so that a person sees the whole chat and answers in the
 * same window; otherwise a conversation begins with the description as its first message.
 */
export const submit = (tenant: Tenant, actor: Guest, given: Submitted): Promise<SubmitReply> =>
  createOnce(tenant, {
    create: (t) => submitIn(t, actor, given),
    findSame: async (t) => {
      const row = await findTicket(t, given.id)
      if (!row || !isSame(row, { ...given, customerName: given.name, customerEmail: given.email })) return null
      if (row.priorityLabel !== given.priority) return null
      const { guestId } = await getConversation(t, system, row.conversationId)
      return guestId === actor.guestId ? submitReply(row) : null
    },
    conflict: otherContent,
  })

async function submitIn(t: Tx, actor: Guest, given: Submitted): Promise<SubmitReply> {
  if (await findTicket(t, given.id)) throw new IdTakenError()
  const conversation = await conversationFor(t, actor, given)
  const customer = await upsertClaimedCustomer(t, actor.guestId, { email: given.email, name: given.name, at: t.now })
  const fields = {
    id: given.id,
    subject: given.subject,
    description: given.description,
    priority: STORED[given.priority],
    priorityLabel: given.priority,
    category: 'guest_support',
    source: given.conversationId ? 'chat' : 'guest_portal',
    customerId: customer.id,
    customerName: given.name,
    customerEmail: given.email,
    escalationReason: conversation.offerReason,
  } as const
  const described = given.conversationId ? {} : { describedBy: { authorId: actor.guestId } }
  const opening = { ...described, isAnnounced: true }
  return submitReply((await createTicketForConversation(t, actor, conversation, fields, opening)).ticket)
}

async function conversationFor(t: Tx, actor: Guest, given: Submitted): Promise<ConversationRow> {
  if (given.conversationId) {
    // Under the lock, because the same form may be sent twice concurrently.
    const row = await getConversation(t, actor, given.conversationId, 'forUpdate')
    if (row.ticketId === given.id) throw new IdTakenError()
    if (row.ticketId) {
      throw conflict(m.error_chat_has_ticket, { reason: 'has_ticket' })
    }
    return row
  }
  const fresh = {
    id: crypto.randomUUID() as ConversationId,
    channel: 'form',
    context: 'general',
    state: 'waiting',
    guestId: actor.guestId,
  } as const
  return openConversation(t, fresh)
}

type CreatedByMember = z.output<typeof createTicket.body>

/** A member opens a ticket for somebody who phoned or wrote elsewhere. */
export const createAsMember = (tenant: Tenant, actor: Member, given: CreatedByMember): Promise<TicketView> =>
  createOnce(tenant, {
    create: (t) => createAsMemberIn(t, actor, given),
    findSame: async (t) => {
      const ticket = await findTicket(t, given.id)
      if (!ticket || !isSame(ticket, { ...given, customerEmail: given.customerEmail ?? null })) return null
      const conversation = await getConversation(t, actor, ticket.conversationId)
      return viewTicket(actor, { ticket, conversation, assigneeName: await assigneeNameOf(t, ticket.assigneeId) })
    },
    conflict: otherContent,
  })

async function createAsMemberIn(t: Tx, actor: Member, given: CreatedByMember): Promise<TicketView> {
  if (await findTicket(t, given.id)) throw new IdTakenError()
  const email = given.customerEmail ?? null
  const customer = email ? await upsertCustomerByEmail(t, { email, name: given.customerName, at: t.now }) : null
  const id = crypto.randomUUID() as ConversationId
  const fresh = { id, channel: 'desk', context: 'general', state: 'waiting', guestId: null } as const
  const conversation = await openConversation(t, { ...fresh, customerId: customer?.id ?? null })
  const fields = {
    id: given.id,
    subject: given.subject,
    description: given.description,
    priority: given.priority,
    priorityLabel: given.priority,
    category: given.category,
    source: 'desk',
    customerId: customer?.id ?? null,
    customerName: given.customerName,
    customerEmail: email,
  } as const
  const opening = { describedBy: { authorName: given.customerName }, isAnnounced: false }
  return viewTicket(actor, await createTicketForConversation(t, actor, conversation, fields, opening))
}
