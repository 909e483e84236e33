import { MailId, type TicketId } from '#contracts/ids.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { findMailTicketId, markReturned } from './queries.ts'

/** What a delivery report says (RFC 3464). */
type Report = { originalMessageId: string | null; isPermanent: boolean; explanation: string }

/** A mail of the outbox that came back is shown as failed, with the reason. A report of a delay changes nothing: the mail is still on its way. */
export async function markBounced(t: Tx, { originalMessageId, isPermanent, explanation }: Report): Promise<void> {
  const id = MailId.safeParse(/^<([0-9a-f-]{36})@/.exec(originalMessageId ?? '')?.[1])
  if (!isPermanent || !id.success) return
  await markReturned(t, id.data, explanation.replace(/\s+/g, ' ').slice(0, 300))
}

/** The ticket that a mail of the outbox is about, by the message id under which it was sent; null for any other id. */
export async function findTicketOfOwnMail(t: Tx, messageId: string): Promise<TicketId | null> {
  const id = MailId.safeParse(/^<([0-9a-f-]{36})@/.exec(messageId)?.[1])
  return id.success ? findMailTicketId(t, id.data) : null
}
