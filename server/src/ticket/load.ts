import type { TicketId } from '#contracts/ids.ts'
import type { EmailStatus, TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { getCurrentConversation } from '#server/conversation/service.ts'
import { emailStatusOf } from '#server/customer/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import { text } from '#server/platform/text/message.ts'
import { findLeadingTicket } from './merge/queries.ts'
import { findOpenedTicket, type OpenedTicket } from './opened-ticket.ts'
import { canWork } from './policy.ts'
import { presentTicket } from './present.ts'
import { findConversationOfTicket, findTicket, lockTicketRow } from './queries.ts'
import type { TicketRow } from './schema.ts'

/** A ticket with all that its view shows: read once, and passed on by each function of a change. */
export type LoadedTicket = {
  ticket: TicketRow
  conversation: ConversationRow
  assigneeName: string | null
  teamName: string | null
  emailStatus: EmailStatus | null
}

/** Loads a ticket with its access check: in this tenant and for people who work on tickets, or `not_found`. */
export async function getTicketRow(t: Tx, actor: Actor, id: TicketId): Promise<TicketRow> {
  const row = await findTicket(t, id)
  if (!row || !canWork(actor)) throw notFound('ticket')
  return row
}

/** The same with the rows that it refers to. */
export async function getOpenedTicket(t: Tx, actor: Actor, id: TicketId): Promise<OpenedTicket> {
  const opened = canWork(actor) ? await findOpenedTicket(t, id) : null
  if (!opened) throw notFound('ticket')
  return opened
}

/** A ticket as `lockTicket` gives it, without a lock. */
export async function getLoadedTicket(t: Tx, actor: Actor, id: TicketId): Promise<LoadedTicket> {
  const { customer, ...opened } = await getOpenedTicket(t, actor, id)
  const emailStatus = opened.ticket.customerEmail === null ? null : (emailStatusOf(customer) ?? 'entered')
  return { ...opened, emailStatus }
}

/** Loads the conversation in which a ticket is answered, with the same access check: its own, or the one it was merged into. */
export async function getConversationOfTicket(
  t: Tx,
  actor: Actor,
  id: TicketId,
  lock?: 'forUpdate',
): Promise<ConversationRow> {
  const row = canWork(actor) ? await findConversationOfTicket(t, id, lock) : null
  if (!row) throw notFound('ticket')
  return row.mergedIntoId ? getCurrentConversation(t, actor, row.mergedIntoId, lock) : row
}

/**
 * Locks a conversation and its ticket, with the same access check. Every transaction locks in this order, the conversation first, so that
 * a customer's message and a member's change cannot deadlock.
 */
export async function lockTicket(t: Tx, actor: Actor, id: TicketId): Promise<LoadedTicket> {
  if (!canWork(actor)) throw notFound('ticket')
  // One round trip; the second statement runs once the first has its lock.
  const [conversation, locked] = await Promise.all([findConversationOfTicket(t, id, 'forUpdate'), lockTicketRow(t, id)])
  if (!conversation || !locked) throw notFound('ticket')
  return { ...locked, conversation }
}

/** The ticket as a member sees it who has read it. */
export const viewTicket = (actor: Actor, { ticket, conversation, ...beside }: LoadedTicket): TicketView =>
  presentTicket(actor, { ticket, ...beside, seenSeq: ticket.lastCustomerSeq }, conversation)

/** Locks a ticket and compares versions: of two concurrent changes the second gets a conflict with the current row. */
export async function lockVersion(t: Tx, actor: Actor, id: TicketId, version: number): Promise<LoadedTicket> {
  const loaded = await lockTicket(t, actor, id)
  await refuseMerged(t, loaded.ticket)
  if (loaded.ticket.version === version) return loaded
  throw conflict(m.error_ticket_changed, {
    reason: 'version',
    current: viewTicket(actor, loaded),
  })
}

/** Throws a conflict for a ticket that was merged: what there is to do is done in the one that it leads on to. */
export async function refuseMerged(t: Tx, { mergedIntoId }: TicketRow): Promise<void> {
  const target = mergedIntoId && (await findLeadingTicket(t, mergedIntoId))
  if (target) throw conflict(text(m.error_ticket_merged, { number: target.number }), { reason: 'merged' })
}
