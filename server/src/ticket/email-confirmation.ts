import type { ReplyOf } from '#contracts/endpoint.ts'
import { type CustomerId, TicketId } from '#contracts/ids.ts'
import type { confirmEmail as confirmEmailEndpoint } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { getConversation, moveConversations } from '#server/conversation/service.ts'
import { lockGuest, replaceCustomer, verifyEmail } from '#server/customer/service.ts'
import { type Actor, type Guest, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Platform, Tenant } from '#server/platform/platform.ts'
import { deriveKey } from '#server/platform/secrets/encrypt.ts'
import { isSameSecret, signatureOf } from '#server/platform/secrets/tokens.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { publishTicket } from './live-events.ts'
import { findTicket, moveTickets } from './queries.ts'
import type { TicketRow } from './schema.ts'

const DAY_MS = 86_400_000
/** How long the link of a mail confirms its address. */
const LINK_DAYS = 7

const signed = (platform: Platform, row: TicketRow, expires: string): string =>
  signatureOf(deriveKey(platform.masterKey, 'e-mail confirmation'), [
    row.tenantId,
    row.id,
    row.customerEmail ?? '',
    expires,
  ])

/**
 * The token of the link in a ticket's mails by which its mailbox confirms the e-mail: `<ticket>.<end>.<signature>`, valid for seven
 * days. It is not stored; it grants nothing but the confirmation.
 */
export function confirmationToken(platform: Platform, row: TicketRow, now: Date): string {
  const expires = (now.getTime() + LINK_DAYS * DAY_MS).toString(36)
  return `${row.id}.${expires}.${signed(platform, row, expires)}`
}

/** The ticket of a token. Throws not_found for a token that is changed, expired, of another business or of a deleted ticket. */
async function getConfirmedTicket(t: Tx, platform: Platform, token: string): Promise<TicketRow> {
  const [id = '', expires = '', signature = ''] = token.split('.')
  const ticketId = TicketId.safeParse(id)
  const row = ticketId.success ? await findTicket(t, ticketId.data) : null
  const isValid = row && isSameSecret(signature, signed(platform, row, expires))
  if (!isValid || Number.parseInt(expires, 36) < t.now.getTime()) {
    throw new AppError('not_found', m.error_confirmation_link)
  }
  return row
}

/**
 * Confirms the e-mail of a ticket by the link its mailbox received. In the browser that wrote the ticket this verifies the guest's
 * claim: all its conversations and tickets become those of the customer with this verified e-mail. In another browser it shows only
 * that the mailbox knows this one ticket: the ticket moves to the customer, but neither the guest who wrote it nor the one who opened
 * the link does, since nobody becomes somebody else by a link that one of them sent. A second confirmation changes nothing.
 */
export const confirmEmail = (
  tenant: Tenant,
  actor: Guest,
  token: string,
): Promise<ReplyOf<typeof confirmEmailEndpoint>> =>
  tenant.tx(async (t) => {
    const { ticket, conversation } = await lockConfirmedTicket(t, tenant.platform, token)
    const isAuthor = conversation.guestId === actor.guestId
    const given = { email: ticket.customerEmail ?? '', name: ticket.customerName, at: ticket.createdAt }
    const { customer, merged } = await verifyEmail(t, { ...given, author: isAuthor ? actor.guestId : null })
    if (ticket.customerId !== customer.id) await moveConfirmed(t, actor, ticket, customer.id)
    if (merged) await mergeCustomer(t, merged, customer.id)
    return { number: ticket.number, conversationId: isAuthor ? conversation.id : null }
  })

/**
 * The same by a mail of the customer to the address of the ticket, where only their mailbox got it. Who wrote the ticket in a browser becomes
 * nobody by it.
 */
export async function confirmByMail(t: Tx, { id, conversationId }: TicketRow): Promise<void> {
  await getConversation(t, system, conversationId, 'forUpdate')
  const ticket = await findTicket(t, id)
  if (!ticket?.customerEmail) return
  const given = { email: ticket.customerEmail, name: ticket.customerName, at: ticket.createdAt }
  const { customer } = await verifyEmail(t, { ...given, author: null })
  if (ticket.customerId !== customer.id) await moveConfirmed(t, system, ticket, customer.id)
}

async function moveConfirmed(t: Tx, actor: Actor, ticket: TicketRow, to: CustomerId): Promise<void> {
  await move(t, { conversationId: ticket.conversationId }, to)
  const entry = { type: 'email_verified', ticketId: ticket.id, ticketSubject: ticket.subject }
  await recordActivity(t, actor, { ...entry, action: m.activity_email_verified })
  publishTicket(t, ticket)
}

/** Locks the guest who wrote the ticket, then its conversation. The ticket is read again under the locks. */
async function lockConfirmedTicket(
  t: Tx,
  platform: Platform,
  token: string,
): Promise<{ ticket: TicketRow; conversation: ConversationRow }> {
  const { conversationId } = await getConfirmedTicket(t, platform, token)
  const { guestId } = await getConversation(t, system, conversationId)
  if (guestId) await lockGuest(t, guestId)
  const conversation = await getConversation(t, system, conversationId, 'forUpdate')
  return { ticket: await getConfirmedTicket(t, platform, token), conversation }
}

/** A claim becomes the customer whose e-mail was verified, with its conversations and tickets. */
export async function mergeCustomer(t: Tx, merged: CustomerId, into: CustomerId): Promise<void> {
  await move(t, { customerId: merged }, into)
  await replaceCustomer(t, merged, into)
}

/** Conversations and tickets of a customer, or of one conversation, become another customer's. */
async function move(t: Tx, which: Parameters<typeof moveTickets>[1], to: CustomerId): Promise<void> {
  await moveConversations(t, which, to)
  await moveTickets(t, which, to)
}
