import type { FloodKind } from '#contracts/tenant/flood.ts'
import * as m from '#i18n/messages.js'
import type { Notification, NotificationKind, NotificationOf, Recipient } from '#server/notification/notifications.ts'
import { headerLine, type MailText, mailText } from '#server/platform/mail/layout.ts'
import { inEnglish, type Text } from '#server/platform/text/message.ts'
import { providerName } from '#server/provider/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { ticketConfirmation, ticketReply } from './customer-templates.ts'
import { localTime, senderOf } from './mail-text.ts'

type AboutTicket = Pick<Notification, 'baseUrl' | 'tenant'> & { facts: { ticket: TicketRow } }

const LOCALE = { locale: 'en' } as const
const MAX_QUOTE = 4000

const deskUrl = ({ baseUrl, facts }: AboutTicket) => `${baseUrl}/admin?section=tickets&ticket=${facts.ticket.id}`

/** To the business: a ticket was created. */
function ticketNotification(about: NotificationOf<'ticket_notification'>): MailText {
  const { tenant } = about
  const { ticket } = about.facts
  const { number, subject, customerName: name } = ticket
  return mailText(m.mail_notification_subject({ number, subject }, LOCALE), {
    sender: senderOf(about),
    language: 'en',
    title: m.mail_notification_title({}, LOCALE),
    lead: m.mail_notification_lead({ name: headerLine(name), business: tenant.name }, LOCALE),
    facts: [
      { label: m.mail_fact_ticket({}, LOCALE), value: m.mail_reference({ number }, LOCALE) },
      { label: m.mail_fact_customer({}, LOCALE), value: name },
      { label: m.mail_fact_email({}, LOCALE), value: ticket.customerEmail ?? m.mail_fact_email_unknown({}, LOCALE) },
      { label: m.mail_fact_subject({}, LOCALE), value: subject },
      { label: m.mail_fact_priority({}, LOCALE), value: priorityLabel(ticket) },
      { label: m.mail_fact_submitted({}, LOCALE), value: localTime(ticket.createdAt, tenant.businessInfo.timezone) },
    ],
    quote: clipped(ticket.description),
    action: { label: m.mail_notification_open({}, LOCALE), url: deskUrl(about) },
    reason: m.mail_notification_why({ business: tenant.name }, LOCALE),
  })
}

/** To owners and admins: an escalated ticket was not assigned in time. */
function ticketUnassigned(about: NotificationOf<'ticket_unassigned'>): MailText {
  const { tenant } = about
  const { ticket } = about.facts
  const { number, subject, customerName: name } = ticket
  return mailText(m.mail_unassigned_subject({ number, subject }, LOCALE), {
    sender: senderOf(about),
    language: 'en',
    title: m.mail_unassigned_title({}, LOCALE),
    lead: m.mail_unassigned_lead({ name: headerLine(name) }, LOCALE),
    facts: [
      { label: m.mail_fact_ticket({}, LOCALE), value: m.mail_reference({ number }, LOCALE) },
      { label: m.mail_fact_subject({}, LOCALE), value: subject },
      { label: m.mail_fact_priority({}, LOCALE), value: priorityLabel(ticket) },
      { label: m.mail_fact_submitted({}, LOCALE), value: localTime(ticket.createdAt, tenant.businessInfo.timezone) },
    ],
    quote: clipped(ticket.description),
    action: { label: m.mail_notification_open({}, LOCALE), url: deskUrl(about) },
    reason: m.mail_unassigned_why({ business: tenant.name }, LOCALE),
  })
}

/** To the owner: a provider refuses its key, and what that means until the key is changed. */
function keyRejected(about: NotificationOf<'key_rejected'>): MailText {
  const { baseUrl, tenant } = about
  const { keyEnd } = about.facts
  const provider = providerName(about.facts.provider)
  const key = keyEnd ? `••••${keyEnd}` : m.mail_key_unnamed({}, LOCALE)
  return mailText(m.mail_key_subject({ provider }, LOCALE), {
    sender: senderOf(about),
    language: 'en',
    title: m.mail_key_title({ provider }, LOCALE),
    lead: m.mail_key_lead({ provider }, LOCALE),
    facts: [
      { label: m.mail_fact_provider({}, LOCALE), value: provider },
      { label: m.mail_fact_key({}, LOCALE), value: key },
    ],
    quote: null,
    action: { label: m.mail_key_open({}, LOCALE), url: `${baseUrl}/admin?section=api-settings` },
    reason: m.mail_key_why({ business: tenant.name }, LOCALE),
  })
}

const FLOODS: Record<FloodKind, Text> = {
  tickets: m.mail_flood_tickets,
  writes: m.mail_flood_writes,
  uploads: m.mail_flood_uploads,
  storage: m.mail_flood_storage,
}

/** To owners and admins: what of the guests' requests is held back, and what to do. */
function floodHeldBack(about: NotificationOf<'flood_held_back'>): MailText {
  const { baseUrl, tenant } = about
  return mailText(m.mail_flood_subject({}, LOCALE), {
    sender: senderOf(about),
    language: 'en',
    title: m.mail_flood_title({}, LOCALE),
    lead: `${inEnglish(FLOODS[about.facts.what])}\n\n${m.mail_flood_advice({}, LOCALE)}`,
    facts: [],
    quote: null,
    action: { label: m.mail_flood_open({}, LOCALE), url: `${baseUrl}/admin?section=tickets` },
    reason: m.mail_flood_why({ business: tenant.name }, LOCALE),
  })
}

const clipped = (text: string): string =>
  text.length > MAX_QUOTE ? `${[...text.slice(0, MAX_QUOTE)].join('').trimEnd()}…` : text

const PRIORITIES = {
  low: m.common_priority_low,
  medium: m.common_priority_medium,
  high: m.common_priority_high,
  urgent: m.common_priority_urgent,
}

const priorityLabel = ({ priority }: TicketRow): string => PRIORITIES[priority]({}, LOCALE)

const templates: { readonly [K in NotificationKind]: (about: NotificationOf<K>, to: Recipient) => MailText } = {
  ticket_notification: ticketNotification,
  ticket_confirmation: ticketConfirmation,
  ticket_reply: ticketReply,
  ticket_unassigned: ticketUnassigned,
  key_rejected: keyRejected,
  flood_held_back: floodHeldBack,
}

/** The mail of a notification to one recipient, in its kind's template. */
export function mailTextOf(notification: Notification, to: Recipient): MailText {
  const template = templates[notification.kind] as (about: Notification, to: Recipient) => MailText
  return template(notification, to)
}
