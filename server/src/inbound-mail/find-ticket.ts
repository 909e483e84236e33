import { TicketId } from '#contracts/ids.ts'
import { hasCopies } from '#server/conversation/service.ts'
import { findTicketOfOwnMail } from '#server/notification/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import { readMailAddress } from '#server/platform/mail/reply-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { findTicketOfMail } from '#server/ticket/service.ts'
import { authenticationOf } from './facts.ts'
import type { ParsedMail } from './parsing/parsed-mail.ts'
import { listMailsOfTicket } from './queries.ts'

/**
 * The ticket that a mail belongs to. `own`: its customer wrote it (`isCustomer`), or somebody to whom the customer sent a mail of the thread
 * too. `stranger`: somebody else did, with the ticket's address or references; what they write is kept apart, since they may have them
 * from a mail that was forwarded. `isProved`: the mail went to the address of the ticket, which only its mails have, and only the customer
 * got those; a mail of which the receiving server found that its sender is not the one named proves nothing.
 */
export type FoundTicket = { ticket: TicketRow; writtenBy: 'own' | 'stranger'; isCustomer: boolean; isProved: boolean }

/** Null for a mail of no ticket. The subject counts for nothing: anybody can write "Re: #12". */
export async function findTicketFor(t: Tx, platform: Platform, mail: ParsedMail): Promise<FoundTicket | null> {
  const addressed = mail.deliveredTo
    .map((address) => readMailAddress(platform, address))
    .find((named) => named?.kind === 'ticket' && named.isOf(t.tenantId))
  const byAddress = addressed?.kind === 'ticket' ? await findTicketOfMail(t, addressed.ticketId) : null
  const ticket = byAddress ?? (await findReferenced(t, platform, mail))
  if (!ticket) return null
  const writer = mail.from && mailboxOf(mail.from.address)
  // Spellings of one mailbox are the same.
  const isCustomer = writer !== null && ticket.customerEmail !== null && writer === mailboxOf(ticket.customerEmail)
  const isOwn = isCustomer || (writer !== null && (await isAdded(t, ticket, writer)))
  const mayProve = byAddress !== null && isCustomer && authenticationOf(platform, mail)?.isRefuted !== true
  const isProved = mayProve && !(await hasCopies(t, ticket.conversationId))
  return { ticket, writtenBy: isOwn ? 'own' : 'stranger', isCustomer, isProved }
}

/** Whether a mail was sent to the address of a ticket, or answers a mail of ours: only then `findTicketFor` finds one. */
export const namesTicket = (platform: Platform, { deliveredTo, inReplyTo, references }: ParsedMail): boolean =>
  deliveredTo.some((address) => readMailAddress(platform, address)?.kind === 'ticket') ||
  [inReplyTo, ...references].some((id) => isOwnId(platform, id))

const isOwnId = ({ baseUrl }: Platform, id: string | null): id is string =>
  id?.endsWith(`@${new URL(baseUrl).hostname}>`) === true

/** Whether the customer sent a mail of this ticket to that mailbox too. */
async function isAdded(t: Tx, { id, customerEmail }: TicketRow, writer: string): Promise<boolean> {
  const mails = await listMailsOfTicket(t, id, MOST_MAILS)
  return mails
    .filter(({ fromAddress }) => fromAddress && customerEmail && mailboxOf(fromAddress) === mailboxOf(customerEmail))
    .flatMap(({ recipients }) => [...(recipients?.to ?? []), ...(recipients?.cc ?? [])])
    .some(({ address }) => mailboxOf(address) === writer)
}

const MOST_MAILS = 100

/** Our mails have `<ticket.{ticket}@host>` in their references, and an id of their own; a program may name only that. */
async function findReferenced(
  t: Tx,
  platform: Platform,
  { inReplyTo, references }: ParsedMail,
): Promise<TicketRow | null> {
  for (const id of [inReplyTo, ...references.toReversed()]) {
    if (!isOwnId(platform, id)) continue
    const named = TicketId.safeParse(/^<ticket\.([0-9a-f-]{36})@/.exec(id)?.[1])
    const ticketId = named.success ? named.data : await findTicketOfOwnMail(t, id)
    const found = ticketId && (await findTicketOfMail(t, ticketId))
    if (found) return found
  }
  return null
}
