import type { Tx } from '#server/platform/db/tenant.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import type { Platform } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { findMailServer } from './mail-server/queries.ts'
import { listBlockedMailboxes, listReturning } from './queries.ts'
import { readBusiness, requesterOf } from './recipients.ts'
import { readsInChat } from './unread-mail.ts'

/** Whether a member's reply to this ticket goes to its customer by mail, at once. */
export async function isRepliedByMail(t: Tx, ticket: TicketRow): Promise<boolean> {
  const business = await readBusiness(t, ticket)
  return !ticket.isDemo && requesterOf(ticket, business).email !== null && !readsInChat(ticket, business)
}

/** The business's own address, one that it blocks, and one that gave a mail back. */
type UnmailableReason = 'own' | 'blocked' | 'returned'

/** Which of these addresses get no copy of a reply, with the reason. */
export async function whyUnmailable(
  t: Tx,
  { config }: Platform,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, UnmailableReason>> {
  if (addresses.length === 0) return new Map()
  const [{ businessInfo }, server, blocked, returning] = await Promise.all([
    readTenant(t),
    findMailServer(t),
    listBlockedMailboxes(t, [...new Set(addresses.map(mailboxOf))]),
    listReturning(t, addresses),
  ])
  const sender = /<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom
  const own = [sender, config.inboundMail?.address, businessInfo.supportEmail, server?.fromAddress]
  const ownMailboxes = own.flatMap((address) => (address ? [mailboxOf(address)] : []))
  const reasonOf = (address: string): UnmailableReason | null => {
    if (ownMailboxes.includes(mailboxOf(address))) return 'own'
    if (blocked.includes(mailboxOf(address))) return 'blocked'
    return returning.includes(address) ? 'returned' : null
  }
  return new Map(
    addresses.flatMap((address) => {
      const reason = reasonOf(address)
      return reason ? [[address, reason] as const] : []
    }),
  )
}
