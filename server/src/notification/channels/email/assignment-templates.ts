import type { SlaTarget } from '#contracts/ticket/sla.ts'
import * as m from '#i18n/messages.js'
import type { NotificationOf, Recipient } from '#server/notification/notifications.ts'
import { headerLine } from '#server/platform/mail/layout.ts'
import { inLanguage, type Text } from '#server/platform/text/message.ts'
import { clipped, type Letter, letter, senderOf } from './letter.ts'
import { type AboutTicket, deskUrl, ticketFacts } from './ticket-facts.ts'

type Words = { subject: string; title: string; lead: string; quote: string | null; reason: string }

/** A letter to a member about one ticket, with the link to it on the desk. */
const aboutTicket = (about: AboutTicket, { language }: Recipient, words: Words): Letter =>
  letter(words.subject, {
    sender: senderOf(about),
    language,
    title: words.title,
    lead: words.lead,
    facts: ticketFacts(about, language),
    quote: words.quote === null ? null : clipped(words.quote),
    action: { label: m.mail_notification_open({}, { locale: language }), url: deskUrl(about) },
    reason: words.reason,
  })

/** To the assignee: the ticket is theirs. */
export function ticketAssigned(about: NotificationOf<'ticket_assigned'>, to: Recipient): Letter {
  const { number, subject, customerName, description } = about.facts.ticket
  const locale = { locale: to.language }
  return aboutTicket(about, to, {
    subject: m.notification_assigned_subject({ number, subject }, locale),
    title: m.notification_assigned_title({}, locale),
    lead: m.notification_assigned_lead({ name: headerLine(customerName) }, locale),
    quote: description,
    reason: m.notification_assigned_why({ business: about.tenant.name }, locale),
  })
}

/** To an available member of a team: the ticket waits for one of them. */
export function ticketTeamAssigned(about: NotificationOf<'ticket_team_assigned'>, to: Recipient): Letter {
  const { ticket, team } = about.facts
  const { number, subject } = ticket
  const locale = { locale: to.language }
  const name = headerLine(team.name)
  return aboutTicket(about, to, {
    subject: m.notification_team_assigned_subject({ number, subject, team: name }, locale),
    title: m.notification_team_assigned_title({ team: name }, locale),
    lead: m.notification_team_assigned_lead({ name: headerLine(ticket.customerName) }, locale),
    quote: ticket.description,
    reason: m.notification_team_assigned_why({ team: name, business: about.tenant.name }, locale),
  })
}

/** To a member whom a note names. */
export function ticketMention(about: NotificationOf<'ticket_mention'>, to: Recipient): Letter {
  const { ticket, message } = about.facts
  const { number, subject } = ticket
  const locale = { locale: to.language }
  const name = headerLine(message.authorName ?? m.mail_somebody({}, locale))
  return aboutTicket(about, to, {
    subject: m.notification_mention_subject({ number, subject }, locale),
    title: m.notification_mention_title({ name }, locale),
    lead: m.notification_mention_lead({}, locale),
    quote: message.body,
    reason: m.notification_mention_why({ business: about.tenant.name }, locale),
  })
}

/** To the assignee: the customer wrote. */
export function customerReplied(about: NotificationOf<'customer_replied'>, to: Recipient): Letter {
  const { ticket, message } = about.facts
  const { number, subject } = ticket
  const locale = { locale: to.language }
  const name = headerLine(ticket.customerName)
  return aboutTicket(about, to, {
    subject: m.notification_customer_subject({ number, subject }, locale),
    title: m.notification_customer_title({ name }, locale),
    lead: m.notification_customer_lead({}, locale),
    quote: message.body,
    reason: m.notification_assigned_why({ business: about.tenant.name }, locale),
  })
}

/** To who chose to know: the assistant gave a conversation to people. */
export function ticketEscalated(about: NotificationOf<'ticket_escalated'>, to: Recipient): Letter {
  const { number, subject, customerName, description } = about.facts.ticket
  const locale = { locale: to.language }
  return aboutTicket(about, to, {
    subject: m.notification_escalated_subject({ number, subject }, locale),
    title: m.notification_escalated_title({}, locale),
    lead: m.notification_escalated_lead({ name: headerLine(customerName) }, locale),
    quote: description,
    reason: m.notification_escalated_why({ business: about.tenant.name }, locale),
  })
}

/** To owners and admins: an escalated ticket was not assigned in time. */
export function ticketUnassigned(about: NotificationOf<'ticket_unassigned'>, to: Recipient): Letter {
  const { number, subject, customerName, description } = about.facts.ticket
  const locale = { locale: to.language }
  return aboutTicket(about, to, {
    subject: m.mail_unassigned_subject({ number, subject }, locale),
    title: m.mail_unassigned_title({}, locale),
    lead: m.mail_unassigned_lead({ name: headerLine(customerName) }, locale),
    quote: description,
    reason: m.mail_unassigned_why({ business: about.tenant.name }, locale),
  })
}

/** To the assignee, or who runs the business: what the customer thinks of the support. */
export function ticketRated(about: NotificationOf<'ticket_rated'>, to: Recipient): Letter {
  const { number, subject, customerName, rating, ratingComment } = about.facts.ticket
  const locale = { locale: to.language }
  const stars = rating ?? 0
  return aboutTicket(about, to, {
    subject: m.notification_rated_subject({ number, subject, stars }, locale),
    title: m.notification_rated_title({ name: headerLine(customerName) }, locale),
    lead: m.notification_rated_lead({ stars }, locale),
    quote: ratingComment,
    reason: m.notification_rated_why({ business: about.tenant.name }, locale),
  })
}

const SLA_TARGETS: Record<SlaTarget, Text> = {
  firstReply: m.mail_sla_first_reply,
  nextReply: m.mail_sla_next_reply,
  resolution: m.mail_sla_resolution,
}

const SLA_WORDS = {
  warned: { subject: m.mail_sla_soon_subject, title: m.mail_sla_soon_title, lead: m.mail_sla_soon_lead },
  breached: { subject: m.mail_sla_late_subject, title: m.mail_sla_late_title, lead: m.mail_sla_late_lead },
}

/** To the assignee, or who runs the business: agreed times of a ticket end soon or have passed. */
export function ticketSla(
  about: NotificationOf<'ticket_sla_warned' | 'ticket_sla_breached'>,
  to: Recipient,
  what: 'warned' | 'breached',
): Letter {
  const { ticket, targets } = about.facts
  const { number, subject, customerName, description } = ticket
  const locale = { locale: to.language }
  const words = SLA_WORDS[what]
  const names = targets.map((target) => inLanguage(SLA_TARGETS[target], to.language)).join(', ')
  return aboutTicket(about, to, {
    subject: words.subject({ number, subject }, locale),
    title: words.title({}, locale),
    lead: words.lead({ name: headerLine(customerName), targets: names }, locale),
    quote: description,
    reason: m.mail_sla_why({ business: about.tenant.name }, locale),
  })
}
