import type { z } from 'zod'
import type { Priority } from '#contracts/conversation/escalation.ts'
import type { FieldValue } from '#contracts/custom-field.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ConversationId, TicketId } from '#contracts/ids.ts'
import type { FormPriority, submitTicket } from '#contracts/ticket/guest-ticket.ts'
import type { createTicket, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { getConversation, newConversation } from '#server/conversation/service.ts'
import {
  emailStatusOf,
  getCustomer,
  refuseBlocked,
  upsertClaimedCustomer,
  upsertCustomerByEmail,
} from '#server/customer/service.ts'
import type { Language } from '#server/language/service.ts'
import { type Guest, type Member, system } from '#server/platform/actor.ts'
import { createOnce, IdTakenError, isSameContent } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, forbidden } from '#server/platform/errors.ts'
import type { FieldValues } from '#server/platform/field-values.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import { readTenant, topicsOf } from '#server/tenant/service.ts'
import { createTicketForConversation } from './create-for-conversation.ts'
import { formFieldValues } from './custom-fields/values.ts'
import { viewTicket } from './load.ts'
import { assignedNamesOf, findTicket } from './queries.ts'
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

type Changeable = 'subject' | 'priorityLabel' | 'category' | 'customFields'
type Content = Pick<TicketRow, 'description' | 'customerName' | 'customerEmail' | Changeable>

/** Whether a request would have created this ticket. What members change is compared until the first change of the ticket: a repeated request stays valid. */
function isSame(row: TicketRow, { subject, priorityLabel, category, customFields, ...lasting }: Content): boolean {
  const isUnchanged = row.version === 1
  const changeable = { subject, priorityLabel, category, customFields }
  return isSameContent(lasting, row) && (!isUnchanged || isSameContent(changeable, row))
}

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
 * same window; otherwise a conversation in the browser's `language` begins with the description as its first message.
 */
export const submit = (tenant: Tenant, actor: Guest, given: Submitted, language: Language): Promise<SubmitReply> =>
  createOnce(tenant, {
    create: (t) => submitIn(t, actor, given, language),
    findSame: async (t) => {
      const row = await findTicket(t, given.id)
      if (!row || !isSame(row, contentOfForm(given, row.category, filledIn(given)))) return null
      const { guestId, channel, id } = await getConversation(t, system, row.conversationId)
      const isSameChat = given.conversationId ? id === given.conversationId : channel === 'form'
      return isSameChat && guestId === actor.guestId ? submitReply(row) : null
    },
    conflict: otherContent,
  })

const contentOfForm = (
  { subject, description, name, email, priority }: Submitted,
  category: string,
  customFields: FieldValues,
): Content => ({
  subject,
  description,
  customerName: name,
  customerEmail: email,
  priorityLabel: priority,
  category,
  customFields,
})

/** The values of the form without the fields that were left empty. */
const filledIn = ({ customFields }: Submitted): FieldValues =>
  Object.fromEntries(Object.entries(customFields).filter((one): one is [string, FieldValue] => one[1] !== null))

/** The category of the topic that the guest chose, else that of all forms. */
const categoryOf = (business: TenantRow, { category }: Submitted): string =>
  topicsOf(business).some((topic) => topic.category === category) && category ? category : 'guest_support'

async function submitIn(t: Tx, actor: Guest, given: Submitted, language: Language): Promise<SubmitReply> {
  refuseBlocked(actor)
  // One round trip, which locks the guest before the conversation.
  const [customer, , conversation, business, customFields] = await Promise.all([
    upsertClaimedCustomer(t, actor.guestId, { email: given.email, name: given.name, at: t.now }),
    refuseTakenId(t, given.id),
    conversationFor(t, actor, given, language),
    readTenant(t),
    formFieldValues(t, given.customFields),
  ])
  // A chat still becomes a ticket: whoever the assistant cannot help gets a person.
  if (!given.conversationId && !business.support.allowPublicTickets) throw forbidden(m.error_public_tickets_off)
  const fields = {
    ...contentOfForm(given, categoryOf(business, given), customFields),
    id: given.id,
    priority: STORED[given.priority],
    source: given.conversationId ? 'chat' : 'guest_portal',
    customerId: customer.id,
    escalationReason: conversation.offerReason,
  } as const
  const described = given.conversationId ? {} : { describedBy: { authorId: actor.guestId } }
  const opening = { ...described, isAnnounced: true }
  return submitReply((await createTicketForConversation(t, actor, conversation, fields, opening)).ticket)
}

async function refuseTakenId(t: Tx, id: TicketId): Promise<void> {
  if (await findTicket(t, id)) throw new IdTakenError()
}

async function conversationFor(t: Tx, actor: Guest, given: Submitted, language: Language): Promise<ConversationRow> {
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
    language,
    guestId: actor.guestId,
  } as const
  return newConversation(t, fresh)
}

type CreatedByMember = z.output<typeof createTicket.body>

/** A member opens a ticket for somebody who phoned or wrote elsewhere. */
export const createAsMember = (tenant: Tenant, actor: Member, given: CreatedByMember): Promise<TicketView> =>
  createOnce(tenant, {
    create: (t) => createAsMemberIn(t, actor, given),
    findSame: async (t) => {
      const ticket = await findTicket(t, given.id)
      if (!ticket || !isSame(ticket, contentByMember(given))) return null
      const conversation = await getConversation(t, actor, ticket.conversationId)
      const emailStatus = ticket.customerId ? emailStatusOf(await getCustomer(t, ticket.customerId)) : null
      const names = await assignedNamesOf(t, ticket)
      return viewTicket(actor, { ticket, conversation, ...names, emailStatus })
    },
    conflict: otherContent,
  })

const contentByMember = ({ subject, description, priority, category, ...given }: CreatedByMember): Content => ({
  subject,
  description,
  customerName: given.customerName,
  customerEmail: given.customerEmail ?? null,
  priorityLabel: priority,
  category,
  customFields: {},
})

async function createAsMemberIn(t: Tx, actor: Member, given: CreatedByMember): Promise<TicketView> {
  const email = given.customerEmail ?? null
  const [, customer] = await Promise.all([
    refuseTakenId(t, given.id),
    email ? upsertCustomerByEmail(t, { email, name: given.customerName, at: t.now }) : null,
  ])
  const id = crypto.randomUUID() as ConversationId
  const fresh = { id, channel: 'desk', context: 'general', state: 'waiting', guestId: null } as const
  const conversation = newConversation(t, fresh)
  const fields = {
    ...contentByMember(given),
    id: given.id,
    priority: given.priority,
    source: 'desk',
    customerId: customer?.id ?? null,
  } as const
  const opening = { describedBy: { authorName: given.customerName }, isAnnounced: false }
  const created = await createTicketForConversation(t, actor, conversation, fields, opening)
  return viewTicket(actor, { ...created, emailStatus: emailStatusOf(customer) })
}
