import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { mailboxOf } from '#server/platform/mail/mailbox.ts'
import { text } from '#server/platform/text/message.ts'
import { storedLine } from '#server/platform/text/stored-text.ts'
import { recordActivity } from '#server/tenant/service.ts'
import { admit, listBlockedMailboxes, lockMailboxes, markHeld } from './queries.ts'
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

/**
 * Which of these mails may be sent, of the same business. One to a blocked address is held for good. One with a limit is counted before its
 * first attempt, under a lock of its mailbox, so that the limit holds over all processes; beyond it the mail is held for good and its
 * ticket's activity tells the team.
 */
export async function admitMails(t: Tx, rows: readonly OutboxRow[]): Promise<ReadonlySet<string>> {
  const blocked = await findBlocked(t, rows)
  const isBlocked = ({ to }: OutboxRow) => blocked.has(mailboxOf(to))
  const limited = rows.filter((row) => row.limitKey && !row.admittedAt && !isBlocked(row))
  const within = await admitWithinLimit(t, limited)
  for (const row of limited) if (!within.has(row.id)) await holdBeyondLimit(t, row)
  for (const { id } of rows.filter(isBlocked)) await markHeld(t, id, storedLine(m.notification_mail_blocked))
  return new Set(
    rows.filter((row) => !isBlocked(row) && (!limited.includes(row) || within.has(row.id))).map(({ id }) => id),
  )
}

async function admitWithinLimit(t: Tx, rows: readonly OutboxRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  await lockMailboxes(
    t,
    rows.map(({ limitKey }) => limitKey as string),
  )
  const since = new Date(t.now.getTime() - HOUR_MS)
  return admit(
    t,
    rows.map(({ id }) => id),
    { since, most: MAILS_PER_HOUR },
  )
}

async function holdBeyondLimit(t: Tx, { id, to, ticketId, hourlyLimit }: OutboxRow): Promise<void> {
  const max = hourlyLimit ?? MAILS_PER_HOUR
  const held = max > MAILS_PER_HOUR ? m.activity_mail_held_verified : m.activity_mail_held
  const action = text(held, { email: to, max })
  await markHeld(t, id, storedLine(action))
  await recordActivity(t, system, {
    action,
    type: 'mail_held',
    ...(ticketId ? { ticketId: ticketId as TicketId } : {}),
  })
}

/** The mailboxes of these mails that the business blocks. */
async function findBlocked(t: Tx, rows: readonly OutboxRow[]): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set()
  return new Set(await listBlockedMailboxes(t, [...new Set(rows.map(({ to }) => mailboxOf(to)))]))
}
