import type { Channel } from '#server/notification/channel.ts'
import { deliverMail } from '#server/notification/jobs.ts'
import { mailboxOf } from '#server/notification/mail-limit.ts'
import type { Notification } from '#server/notification/notifications.ts'
import { writeMails } from '#server/notification/queries.ts'
import type { OutboxRow } from '#server/notification/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { MailText } from '#server/platform/mail/layout.ts'
import { mailTextOf } from './email/templates.ts'

export type QueuedMail = MailText & Pick<OutboxRow, 'to' | 'type' | 'ticketId'> & Partial<Pick<OutboxRow, 'limitKey'>>

/** Puts a mail to one address into the outbox; it is sent if, and only if, the transaction commits. */
export async function queueMail(t: Tx, mail: QueuedMail): Promise<{ id: string }> {
  const id = crypto.randomUUID()
  t.gather(writeMails, { ...mail, id, createdAt: t.now })
  await t.enqueue(deliverMail, { tenantId: t.tenantId, mailId: id })
  return { id }
}

const ticketIdOf = ({ facts }: Notification): OutboxRow['ticketId'] => ('ticket' in facts ? facts.ticket.id : null)

/** E-mail: one mail for each recipient with an address. */
export const emailChannel: Channel = {
  name: 'email',
  deliver: async (t, notification, recipient) => {
    const to = recipient.email?.trim()
    if (!to) return
    const text = mailTextOf(notification, recipient)
    // A member's reply is no automatic mail.
    const isLimited = recipient.kind === 'customer' && !recipient.isVerified && notification.kind !== 'ticket_reply'
    const limitKey = isLimited ? mailboxOf(to) : null
    await queueMail(t, { ...text, to, type: notification.kind, ticketId: ticketIdOf(notification), limitKey })
  },
}
