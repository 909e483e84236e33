import * as m from '#i18n/messages.js'
import { system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { text } from '#server/platform/text/message.ts'
import type { MemberRow } from '#server/tenant/schema.ts'
import { recordActivity } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import type { FoundTicket } from './find-ticket.ts'
import type { MailPerson, ParsedMail } from './parsing/parsed-mail.ts'

const type = 'mail_received'

/** Two tickets name each other: why what was written to one became the other. */
export async function noteRelated(t: Tx, { ticket: before, writtenBy }: FoundTicket, ticket: TicketRow): Promise<void> {
  const reason = writtenBy === 'own' ? m.activity_mail_to_closed : m.activity_mail_by_stranger
  await recordActivity(t, system, { action: text(reason, { number: before.number }), type, ticketId: ticket.id })
  const action = text(m.activity_mail_led_on, { number: ticket.number })
  await recordActivity(t, system, { action, type, ticketId: before.id })
}

/** A member forwarded a customer's mail: whose ticket it is was taken from its text. */
export async function noteForwarded(
  t: Tx,
  ticket: TicketRow,
  { name: member }: MemberRow,
  { address: email }: MailPerson,
): Promise<void> {
  const action = text(m.activity_mail_forwarded, { member, email })
  await recordActivity(t, system, { action, type, ticketId: ticket.id })
}

/** What a program answered to a mail of a ticket: nobody answers that, but the team sees it. */
export async function noteAutomatic(t: Tx, ticket: TicketRow, { bounce, from, subject }: ParsedMail): Promise<void> {
  const action = bounce
    ? text(bounce.isPermanent ? m.activity_mail_bounced : m.activity_mail_late, {
        email: bounce.recipient ?? ticket.customerEmail ?? '',
        reason: bounce.explanation.replace(/\s+/g, ' ').slice(0, 300),
      })
    : text(m.activity_mail_automatic, { email: from?.address ?? '', subject: subject.slice(0, 200) })
  await recordActivity(t, system, { action, type, ticketId: ticket.id })
}
