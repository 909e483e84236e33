import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import { text } from '#server/platform/text/message.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { countAdmitted, listBlockedMailboxes, lockMailbox, markAdmitted, markHeld } from './queries.ts'
import type { OutboxRow } from './schema.ts'

const HOUR_MS = 3_600_000
/** Automatic mails that an e-mail address nobody has confirmed gets from one business within an hour. */
export const MAILS_PER_HOUR = 3
/**
 * The same for a confirmed one: more than a person causes who sends several forms, or asks in several threads, and few enough that a program
 * which answers each mail at once is stopped within minutes. Replies of people are never counted.
 */
export const MAILS_PER_HOUR_VERIFIED = 10

/** Whether a person wrote a message that is mailed; rules and the assistant are programs. */
export const isByPerson = ({ author, authorId }: Pick<MessageRow, 'author' | 'authorId'>): boolean =>
  author === 'member' && authorId !== null

/** The columns that limit the automatic mails to a mailbox; without a limit the mail is not counted, and not marked as automatic. */
export const mailLimitOf = (to: string, hourlyLimit: number | null): Pick<OutboxRow, 'limitKey' | 'hourlyLimit'> => ({
  limitKey: hourlyLimit === null ? null : mailboxOf(to),
  hourlyLimit,
})

/** The mailboxes of these mails that the business blocks. */
export async function findBlocked(t: Tx, rows: readonly OutboxRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  return new Set(await listBlockedMailboxes(t, [...new Set(rows.map(({ to }) => mailboxOf(to)))]))
}

/**
 * Whether a mail may be sent. One to a blocked address is held for good. A mail with a limit is counted before its first attempt, under a lock of its mailbox, so that the limit
 * holds over all processes; beyond it the mail is held for good and its ticket's activity tells the team.
 */
export async function admitMail(t: Tx, row: OutboxRow, blocked: ReadonlySet<string>): Promise<boolean> {
  if (blocked.has(mailboxOf(row.to))) {
    await markHeld(t, row.id, storedLine(m.notification_mail_blocked))
    return false
  }
  if (!row.limitKey || row.admittedAt) return true
  await lockMailbox(t, row.limitKey)
  const max = row.hourlyLimit ?? MAILS_PER_HOUR
  if ((await countAdmitted(t, row.limitKey, new Date(t.now.getTime() - HOUR_MS))) < max) {
    await markAdmitted(t, row.id)
    return true
  }
  const held = max > MAILS_PER_HOUR ? m.activity_mail_held_verified : m.activity_mail_held
  const action = text(held, { email: row.to, max })
  await markHeld(t, row.id, storedLine(action))
  await recordActivity(t, system, {
    action,
    type: 'mail_held',
    ...(row.ticketId ? { ticketId: row.ticketId as TicketId } : {}),
  })
  return false
}
