import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import type { Language } from '#server/language/service.ts'
import type { Notification, NotificationOf, Recipient } from '#server/notification/notifications.ts'
import { headerLine } from '#server/platform/mail/layout.ts'
import { portalUrlOf } from '#server/tenant/service.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { type Letter, letter, localTime, senderOf } from './letter.ts'

type AboutTicket = Pick<Notification, 'baseUrl' | 'baseDomain' | 'tenant'> & {
  facts: { ticket: TicketRow; confirmationToken: string }
}

/** Of the portal at the host where the requester has the conversation. */
const portalUrl = ({ tenant, ...platform }: AboutTicket, to: Recipient) =>
  portalUrlOf(platform, tenant, {
    page: 'support',
    source: 'email',
    host: to.kind === 'customer' ? to.portalHost : null,
  })

/** Opens the conversation in the chat of the portal. */
function chatUrl(about: AboutTicket, to: Recipient): string {
  const url = new URL(portalUrl(about, to))
  url.searchParams.set('chat', about.facts.ticket.conversationId)
  return url.href
}

/** Opens the portal with the offer to confirm the address. The token is in the fragment, which no server and no log gets. */
const confirmationUrl = (about: AboutTicket, to: Recipient) =>
  `${portalUrl(about, to)}#confirm=${about.facts.confirmationToken}`

/**
 * Whether a mail may contain what was typed into the form: only at an address that its mailbox has confirmed, or where a member typed
 * it. Otherwise a stranger could send words of theirs to anybody by entering that address.
 */
const mayQuote = (ticket: TicketRow, to: Recipient): boolean =>
  to.kind !== 'copy' && (ticket.source === 'desk' || to.kind !== 'customer' || to.isVerified)

/** To the requester: the request has arrived. It never repeats the description, and subject and name only at a verified address. */
export function ticketConfirmation(about: NotificationOf<'ticket_confirmation'>, to: Recipient): Letter {
  const { tenant } = about
  const { ticket } = about.facts
  const { number, subject } = ticket
  const language = to.language
  const locale = { locale: language }
  const isQuoting = mayQuote(ticket, to)
  const business = tenant.name
  return letter(
    isQuoting
      ? m.mail_confirmation_subject({ number, subject }, locale)
      : m.mail_confirmation_subject_unverified({ number, business }, locale),
    {
      sender: senderOf(about),
      language,
      title: m.mail_confirmation_title({}, locale),
      lead: isQuoting
        ? m.mail_confirmation_lead({ name: headerLine(ticket.customerName) }, locale)
        : m.mail_confirmation_lead_unverified({}, locale),
      facts: [
        { label: m.mail_fact_ticket({}, locale), value: m.mail_reference({ number }, locale) },
        ...(isQuoting ? [{ label: m.mail_fact_subject({}, locale), value: subject }] : []),
        {
          label: m.mail_fact_submitted({}, locale),
          value: localTime(ticket.createdAt, tenant.businessInfo.timezone, language),
        },
      ],
      quote: null,
      action: isQuoting
        ? { label: m.mail_confirmation_open({}, locale), url: portalUrl(about, to) }
        : { label: m.mail_confirmation_confirm({}, locale), url: confirmationUrl(about, to) },
      reason: m.mail_customer_why({ business }, locale),
    },
  )
}

/** Who answered, by name; the assistant says what it is, and how a person is reached. */
const writerOf = ({ author, authorName }: MessageRow, business: string, locale: { locale: Language }) =>
  author === 'assistant' && authorName === null
    ? { agent: m.mail_reply_assistant({ business }, locale), reason: m.mail_reply_assistant_why({ business }, locale) }
    : { agent: authorName ?? m.mail_somebody({}, locale), reason: m.mail_customer_why({ business }, locale) }

/**
 * To who gets a copy of a member's answer. It has no link: that of the requester would show that they read their mailbox. Of the request
 * it repeats nothing, since nobody knows who wrote it.
 */
function copiedReply(about: NotificationOf<'ticket_reply'>, { language }: Recipient & { kind: 'copy' }): Letter {
  const { ticket, message } = about.facts
  const { number } = ticket
  const business = about.tenant.name
  const locale = { locale: language }
  const agent = message.authorName ?? m.mail_somebody({}, locale)
  const hasText = message.body.trim() !== ''
  return letter(m.mail_copy_subject({ number, business }, locale), {
    sender: senderOf(about),
    language,
    title: m.mail_copy_title({ agent, email: ticket.customerEmail ?? '' }, locale),
    lead: hasText ? m.mail_copy_lead({ number }, locale) : m.mail_copy_file_only({ agent }, locale),
    facts: [],
    quote: hasText ? message.body : null,
    action: null,
    reason: m.mail_copy_why({ business }, locale),
  })
}

/** To the requester: a member's answer, or the assistant's. The request's subject is in it only at a verified address. */
export function ticketReply(about: NotificationOf<'ticket_reply'>, to: Recipient): Letter {
  const { tenant } = about
  const { ticket, message } = about.facts
  const { number, subject } = ticket
  const language = to.language
  const locale = { locale: language }
  const isQuoting = mayQuote(ticket, to)
  const opened = about.facts.opensChat ? chatUrl : portalUrl
  const { agent, reason } = writerOf(message, tenant.name, locale)
  const hasText = message.body.trim() !== ''
  if (to.kind === 'copy') return copiedReply(about, to)
  const lead = isQuoting
    ? m.mail_reply_lead({ subject: headerLine(subject) }, locale)
    : m.mail_reply_lead_unverified({ number }, locale)
  return letter(
    isQuoting
      ? m.mail_reply_subject({ number, subject }, locale)
      : m.mail_reply_subject_unverified({ number, business: tenant.name }, locale),
    {
      sender: senderOf(about),
      language,
      title: m.mail_reply_title({ agent }, locale),
      lead: hasText ? lead : m.mail_reply_file_only({ agent }, locale),
      facts: [],
      quote: hasText ? message.body : null,
      action: {
        label: m.mail_reply_open({}, locale),
        url: isQuoting ? opened(about, to) : confirmationUrl(about, to),
      },
      reason,
    },
  )
}
