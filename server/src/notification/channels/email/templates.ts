import type { FloodKind } from '#contracts/tenant/flood.ts'
import * as m from '#i18n/messages.js'
import type { Notification, NotificationKind, NotificationOf, Recipient } from '#server/notification/notifications.ts'
import { headerLine, type MailContent } from '#server/platform/mail/layout.ts'
import { inLanguage, type Text } from '#server/platform/text/message.ts'
import { providerName } from '#server/provider/service.ts'
import {
  customerReplied,
  ticketAssigned,
  ticketEscalated,
  ticketMention,
  ticketRated,
  ticketSla,
  ticketTeamAssigned,
  ticketUnassigned,
} from './assignment-templates.ts'
import { ticketConfirmation, ticketReply } from './customer-templates.ts'
import { clipped, type Letter, layOut, letter, localTime, senderOf } from './letter.ts'
import { reportLetter } from './report-template.ts'
import { deskUrl, priorityLabel } from './ticket-facts.ts'

/** To the business: a ticket was created. */
function ticketNotification(about: NotificationOf<'ticket_notification'>, { language }: Recipient): Letter {
  const { tenant } = about
  const { ticket } = about.facts
  const { number, subject, customerName: name } = ticket
  const locale = { locale: language }
  const submitted = localTime(ticket.createdAt, tenant.businessInfo.timezone, language)
  return letter(m.mail_notification_subject({ number, subject }, locale), {
    sender: senderOf(about),
    language,
    title: m.mail_notification_title({}, locale),
    lead: m.mail_notification_lead({ name: headerLine(name), business: tenant.name }, locale),
    facts: [
      { label: m.mail_fact_ticket({}, locale), value: m.mail_reference({ number }, locale) },
      { label: m.mail_fact_customer({}, locale), value: name },
      { label: m.mail_fact_email({}, locale), value: ticket.customerEmail ?? m.mail_fact_email_unknown({}, locale) },
      { label: m.mail_fact_subject({}, locale), value: subject },
      { label: m.mail_fact_priority({}, locale), value: priorityLabel(ticket, language) },
      { label: m.mail_fact_submitted({}, locale), value: submitted },
    ],
    quote: clipped(ticket.description),
    action: { label: m.mail_notification_open({}, locale), url: deskUrl(about) },
    reason: m.mail_notification_why({ business: tenant.name }, locale),
  })
}

/** To the owner: a provider refuses its key, and what that means until the key is changed. */
function keyRejected(about: NotificationOf<'key_rejected'>, { language }: Recipient): Letter {
  const { baseUrl, tenant } = about
  const { keyEnd } = about.facts
  const locale = { locale: language }
  const provider = providerName(about.facts.provider)
  const key = keyEnd ? `••••${keyEnd}` : m.mail_key_unnamed({}, locale)
  return letter(m.mail_key_subject({ provider }, locale), {
    sender: senderOf(about),
    language,
    title: m.mail_key_title({ provider }, locale),
    lead: m.mail_key_lead({ provider }, locale),
    facts: [
      { label: m.mail_fact_provider({}, locale), value: provider },
      { label: m.mail_fact_key({}, locale), value: key },
    ],
    quote: null,
    action: { label: m.mail_key_open({}, locale), url: `${baseUrl}/admin?section=api-settings` },
    reason: m.mail_key_why({ business: tenant.name }, locale),
  })
}

const FLOODS: Record<FloodKind, Text> = {
  tickets: m.mail_flood_tickets,
  writes: m.mail_flood_writes,
  uploads: m.mail_flood_uploads,
  storage: m.mail_flood_storage,
  share: m.mail_flood_share,
}

/** To owners and admins: what of the guests' requests is held back, and what to do. */
function floodHeldBack(about: NotificationOf<'flood_held_back'>, { language }: Recipient): Letter {
  const { baseUrl, tenant } = about
  const locale = { locale: language }
  return letter(m.mail_flood_subject({}, locale), {
    sender: senderOf(about),
    language,
    title: m.mail_flood_title({}, locale),
    lead: `${inLanguage(FLOODS[about.facts.what], language)}\n\n${m.mail_flood_advice({}, locale)}`,
    facts: [],
    quote: null,
    action: { label: m.mail_flood_open({}, locale), url: `${baseUrl}/admin?section=tickets` },
    reason: m.mail_flood_why({ business: tenant.name }, locale),
  })
}

/** To owners and admins: an address of the business gets no events any more. */
function webhookOff(about: NotificationOf<'webhook_off'>, { language }: Recipient): Letter {
  const { baseUrl, tenant } = about
  const { host } = about.facts
  const locale = { locale: language }
  return letter(m.mail_webhook_subject({ host }, locale), {
    sender: senderOf(about),
    language,
    title: m.mail_webhook_title({}, locale),
    lead: m.mail_webhook_lead({ host }, locale),
    facts: [],
    quote: null,
    action: { label: m.mail_webhook_open({}, locale), url: `${baseUrl}/admin?section=settings&tab=api` },
    reason: m.mail_flood_why({ business: tenant.name }, locale),
  })
}

const templates: { readonly [K in NotificationKind]: (about: NotificationOf<K>, to: Recipient) => Letter } = {
  ticket_notification: ticketNotification,
  ticket_confirmation: ticketConfirmation,
  ticket_reply: ticketReply,
  ticket_assigned: ticketAssigned,
  ticket_team_assigned: ticketTeamAssigned,
  ticket_mention: ticketMention,
  customer_replied: customerReplied,
  ticket_escalated: ticketEscalated,
  ticket_unassigned: ticketUnassigned,
  ticket_sla_warned: (about, to) => ticketSla(about, to, 'warned'),
  ticket_sla_breached: (about, to) => ticketSla(about, to, 'breached'),
  ticket_rated: ticketRated,
  key_rejected: keyRejected,
  webhook_off: webhookOff,
  flood_held_back: floodHeldBack,
  report_daily: reportLetter,
  report_weekly: reportLetter,
  report_monthly: reportLetter,
}

/** The letter of a notification to one recipient, in the recipient's language; members are told where to change what they get. */
export function letterOf(notification: Notification, to: Recipient): Letter {
  const template = templates[notification.kind] as (about: Notification, to: Recipient) => Letter
  const { subject, content } = template(notification, to)
  return letter(
    subject,
    to.kind === 'member' ? { ...content, unsubscribe: preferencesLink(notification, to) } : content,
  )
}

const preferencesLink = ({ baseUrl }: Notification, { language }: Recipient): MailContent['unsubscribe'] => ({
  label: m.notification_change_preferences({}, { locale: language }),
  url: `${baseUrl}/admin?section=settings&tab=notifications`,
})

/** The mail of a notification to one recipient. */
export const mailTextOf = (notification: Notification, to: Recipient) => layOut(letterOf(notification, to))
