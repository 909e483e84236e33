import type { ConversationId, CustomerId, TicketId } from '#contracts/ids.ts'
import { type AppendedMessage, appendReceived, newConversation } from '#server/conversation/service.ts'
import type { CustomerRow } from '#server/customer/schema.ts'
import type { Language } from '#server/language/service.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { createTicketForConversation } from './create-for-conversation.ts'
import { lockTicket } from './load.ts'
import { findLeadingTicket } from './merge/queries.ts'
import { findTicket } from './queries.ts'
import type { TicketRow } from './schema.ts'

type ReceivedMessage = Required<Pick<AppendedMessage, 'id' | 'body' | 'received' | 'mailId'>>

/** The ticket that a mail names, or the one that it was merged into; null for one that is not there. */
export async function findTicketOfMail(t: Tx, id: TicketId): Promise<TicketRow | null> {
  const row = await findTicket(t, id)
  if (!row?.mergedIntoId) return row
  const leading = await findLeadingTicket(t, row.mergedIntoId)
  return leading && findTicket(t, leading.id)
}

/** Adds what a customer wrote by mail to the thread of a ticket; a resolved one is open again by it. */
export async function replyByMail(
  t: Tx,
  ticketId: TicketId,
  { authorName, ...message }: ReceivedMessage & { authorName: string | null },
): Promise<void> {
  const { conversation } = await lockTicket(t, system, ticketId)
  await appendReceived(t, conversation, { ...message, authorName })
}

type MailedTicket = {
  message: ReceivedMessage
  subject: string
  language: Language
  customer: Pick<CustomerRow, 'id' | 'name'> & { id: CustomerId }
  email: string
}

/** Creates the ticket of a mail, with its text as the first message. */
export async function createTicketFromMail(t: Tx, mail: MailedTicket): Promise<TicketRow> {
  const { message, subject, language, customer, email } = mail
  const conversation = newConversation(t, {
    id: crypto.randomUUID() as ConversationId,
    channel: 'email',
    context: 'general',
    state: 'waiting',
    guestId: null,
    customerId: customer.id,
    language,
  })
  const given = {
    id: crypto.randomUUID() as TicketId,
    subject,
    description: message.body,
    priority: 'medium',
    priorityLabel: 'medium',
    category: 'general',
    source: 'email',
    customerId: customer.id,
    customerName: customer.name,
    customerEmail: email,
  } as const
  const { id, received, mailId } = message
  const describedBy = { authorName: customer.name, id, received, mailId }
  return (await createTicketForConversation(t, system, conversation, given, { describedBy, isAnnounced: false })).ticket
}
