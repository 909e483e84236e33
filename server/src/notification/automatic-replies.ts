import type { MessageRow } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { confirmationToken } from '#server/ticket/service.ts'
import { notificationChannels } from './channels.ts'
import { notify } from './commands.ts'
import { hasAutomaticSince, lockMailboxes } from './queries.ts'
import { type Business, readBusiness, readForRequester } from './recipients.ts'

/** Who had an automatic mail within this time is not told that a further mail arrived. */
const CONFIRMED_AGAIN_MS = 24 * 3_600_000
/** And gets no answer of the assistant within this. A program answers within minutes: the second time nobody answers it. */
const ANSWERED_AGAIN_MS = 3_600_000

const before = (t: Tx, ms: number): Date => new Date(t.now.getTime() - ms)

/**
 * Tells the sender of a mail that it arrived, where the business does that, and where they had no automatic mail a short while ago: a program that answers
 * each mail, without saying that it is one, gets one and no more. So no two programs write to each other without end.
 */
export async function confirmMail(t: Tx, platform: Platform, ticket: TicketRow): Promise<void> {
  const mailbox = ticket.customerEmail && mailboxOf(ticket.customerEmail)
  if (!mailbox) return
  const business = await readForRequester(t, ticket)
  if (!business.tenant.support.autoResponse) return
  // Of two mails that are taken in at once the second waits, and finds what the first wrote.
  await lockMailboxes(t, [mailbox])
  if (await hasAutomaticSince(t, mailbox, before(t, CONFIRMED_AGAIN_MS))) return
  await confirmTicket(t, platform, business, ticket)
}

/** Tells the requester that the request arrived. */
export async function confirmTicket(t: Tx, platform: Platform, business: Business, ticket: TicketRow): Promise<void> {
  const token = confirmationToken(platform, ticket, t.now)
  const by = { platform, channels: notificationChannels }
  await notify(by, t, business, 'ticket_confirmation', { ticket, confirmationToken: token })
}

/** Whether this mailbox had an automatic mail within the hour; others that ask wait until the transaction ends. */
export async function hadAutomaticMail(t: Tx, email: string): Promise<boolean> {
  const mailbox = mailboxOf(email)
  await lockMailboxes(t, [mailbox])
  return hasAutomaticSince(t, mailbox, before(t, ANSWERED_AGAIN_MS))
}

/** Mails an answer of the assistant to the requester. */
export async function mailAnswer(t: Tx, platform: Platform, ticket: TicketRow, message: MessageRow): Promise<void> {
  // Its customer is told that the assistant wrote it, not an agent's name.
  const unnamed = { ...message, authorName: null }
  const facts = { ticket, message: unnamed, confirmationToken: confirmationToken(platform, ticket, t.now) }
  const by = { platform, channels: notificationChannels }
  await notify(by, t, await readBusiness(t, ticket), 'ticket_reply', facts)
}
