import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import type { Notification } from '#server/notification/notifications.ts'
import type { MailContent } from '#server/platform/mail/layout.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { PRIORITIES } from '#server/ticket/service.ts'
import { localTime } from './letter.ts'

export type AboutTicket = Pick<Notification, 'baseUrl' | 'tenant'> & { facts: { ticket: TicketRow } }

/** The ticket on the desk. */
export const deskUrl = ({ baseUrl, facts }: AboutTicket) => `${baseUrl}/admin?section=tickets&ticket=${facts.ticket.id}`

export const priorityLabel = ({ priority }: TicketRow, language: Language): string =>
  PRIORITIES[priority]({}, { locale: language })

/** Number, subject, priority and time of a ticket, as the lines of a mail. */
export function ticketFacts({ tenant, facts: { ticket } }: AboutTicket, language: Language): MailContent['facts'] {
  const locale = { locale: language }
  const submitted = localTime(ticket.createdAt, tenant.businessInfo.timezone, language)
  return [
    { label: m.mail_fact_ticket({}, locale), value: m.mail_reference({ number: ticket.number }, locale) },
    { label: m.mail_fact_subject({}, locale), value: ticket.subject },
    { label: m.mail_fact_priority({}, locale), value: priorityLabel(ticket, language) },
    { label: m.mail_fact_submitted({}, locale), value: submitted },
  ]
}
