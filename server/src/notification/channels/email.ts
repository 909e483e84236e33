import { copiesOf } from '#server/conversation/service.ts'
import type { Channel } from '#server/notification/channel.ts'
import { addToDigest, dueAt } from '#server/notification/digest.ts'
import { isByPerson, MAILS_PER_HOUR, MAILS_PER_HOUR_VERIFIED, mailLimitOf } from '#server/notification/mail-limit.ts'
import { type Notification, notificationKinds, type Recipient } from '#server/notification/notifications.ts'
import { writeMail } from '#server/notification/outbox.ts'
import type { OutboxRow } from '#server/notification/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { headerLine } from '#server/platform/mail/layout.ts'
import { type Letter, layOut } from './email/letter.ts'
import { letterOf } from './email/templates.ts'

const ticketIdOf = ({ facts }: Notification): OutboxRow['ticketId'] => ('ticket' in facts ? facts.ticket.id : null)

/** E-mail: one mail for each recipient with an address, or a line in the next mail of a member who gets them together. */
export const emailChannel: Channel = {
  names: ['mail'],
  deliver: async (t, notification, recipients) => {
    for (const recipient of recipients) await deliverTo(t, notification, recipient)
  },
}

async function deliverTo(t: Tx, notification: Notification, recipient: Recipient): Promise<void> {
  const to = recipient.email?.trim()
  if (!to) return
  const letter = letterOf(notification, recipient)
  if (isCollected(t, notification, recipient, letter)) return
  await writeMail(t, {
    ...layOut(letter),
    to,
    type: notification.kind,
    ticketId: ticketIdOf(notification),
    addressees: addresseesOf(notification),
    userId: recipient.kind === 'member' ? recipient.userId : null,
    ...mailLimitOf(to, hourlyLimitOf(notification, recipient)),
  })
}

/** A reply of which others get a copy names them all; null for every other mail. */
function addresseesOf({ kind, facts }: Notification): OutboxRow['addressees'] {
  const cc = kind === 'ticket_reply' ? copiesOf(facts.message) : []
  const to = kind === 'ticket_reply' ? facts.ticket.customerEmail : null
  return cc.length > 0 && to ? { to, cc } : null
}

/** What limits a mail; null where nothing does: a reply of a person, and mails to members and addresses that their owner confirmed. */
function hourlyLimitOf({ kind, facts }: Notification, recipient: Recipient): number | null {
  if (
    recipient.kind === 'address' ||
    recipient.kind === 'copy' ||
    (kind === 'ticket_reply' && isByPerson(facts.message))
  )
    return null
  if (!recipient.isVerified) return MAILS_PER_HOUR
  return recipient.kind === 'customer' ? MAILS_PER_HOUR_VERIFIED : null
}

/** Adds the letter to the member's next mail, where they get those together; true when it did. */
function isCollected(t: Tx, { tenant, kind }: Notification, to: Recipient, { subject, content }: Letter): boolean {
  const { event, isAlone } = notificationKinds[kind]
  if (to.kind !== 'member' || event === null || isAlone) return false
  const rhythm = to.preference?.mailRhythm ?? 'immediately'
  if (rhythm === 'immediately') return false
  const due = dueAt(rhythm, t.now, tenant.businessInfo.timezone)
  addToDigest(t, { userId: to.userId, subject: headerLine(subject), url: content.action?.url ?? '', dueAt: due })
  return true
}
