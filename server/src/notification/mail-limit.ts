import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
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
  if ((await countAdmitted(t, row.limitKey, new Date(t.now.getTime() - HOUR_MS))) < MAILS_PER_HOUR) {
    await markAdmitted(t, row.id)
    return true
  }
  const action = text(m.activity_mail_held, { email: row.to, max: MAILS_PER_HOUR })
  await markHeld(t, row.id, storedLine(action))
  await recordActivity(t, system, {
    action,
    type: 'mail_held',
    ...(row.ticketId ? { ticketId: row.ticketId as TicketId } : {}),
  })
  return false
}
