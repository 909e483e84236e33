import * as m from '#i18n/messages.js'
import type { MessageRow } from '#server/conversation/schema.ts'
import type { TenantRow } from '#server/tenant/schema.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import { headerLine, type Letter, letterAsHtml, letterAsText } from './layout.ts'

export type WrittenMail = { subject: string; text: string; html: string }

type About = { baseUrl: string; tenant: TenantRow; ticket: TicketRow }

const LOCALE = { locale: 'en' } as const
const MAX_QUOTE = 4000

const written = (subject: string, letter: Letter): WrittenMail => ({
  subject: headerLine(subject),
  text: letterAsText(letter),
  html: letterAsHtml(letter),
})

const senderOf = ({ tenant }: About) => ({ name: tenant.name, color: tenant.branding.primaryColor })
const deskUrl = ({ baseUrl, ticket }: About) => `${baseUrl}/admin?section=tickets&ticket=${ticket.id}`
const portalUrl = ({ baseUrl, tenant }: About) =>
  `${baseUrl}/support?tenant=${encodeURIComponent(tenant.slug)}&utm_source=email`

/** To the business: somebody opened a ticket. */
export function notificationOf(about: About): WrittenMail {
  const { tenant, ticket } = about
  const { number, subject, customerName: name } = ticket
  return written(m.mail_notification_subject({ number, subject }, LOCALE), {
    sender: senderOf(about),
    title: m.mail_notification_title({}, LOCALE),
    lead: m.mail_notification_lead({ name: headerLine(name), business: tenant.name }, LOCALE),
    facts: [
      { label: m.mail_fact_ticket({}, LOCALE), value: m.mail_reference({ number }, LOCALE) },
      { label: m.mail_fact_customer({}, LOCALE), value: name },
      { label: m.mail_fact_email({}, LOCALE), value: ticket.customerEmail ?? m.mail_fact_email_unknown({}, LOCALE) },
      { label: m.mail_fact_subject({}, LOCALE), value: subject },
      { label: m.mail_fact_priority({}, LOCALE), value: priorityWord(ticket) },
      { label: m.mail_fact_submitted({}, LOCALE), value: clockTime(ticket.createdAt, tenant.businessInfo.timezone) },
    ],
    quote: clipped(ticket.description),
    action: { label: m.mail_notification_open({}, LOCALE), url: deskUrl(about) },
    why: m.mail_notification_why({ business: tenant.name }, LOCALE),
  })
}

/** To owners and admins: nobody has taken a ticket in time. */
export function untakenOf(about: About): WrittenMail {
  const { tenant, ticket } = about
  const { number, subject, customerName: name } = ticket
  return written(m.mail_untaken_subject({ number, subject }, LOCALE), {
    sender: senderOf(about),
    title: m.mail_untaken_title({}, LOCALE),
    lead: m.mail_untaken_lead({ name: headerLine(name) }, LOCALE),
    facts: [
      { label: m.mail_fact_ticket({}, LOCALE), value: m.mail_reference({ number }, LOCALE) },
      { label: m.mail_fact_subject({}, LOCALE), value: subject },
      { label: m.mail_fact_priority({}, LOCALE), value: priorityWord(ticket) },
      { label: m.mail_fact_submitted({}, LOCALE), value: clockTime(ticket.createdAt, tenant.businessInfo.timezone) },
    ],
    quote: clipped(ticket.description),
    action: { label: m.mail_notification_open({}, LOCALE), url: deskUrl(about) },
    why: m.mail_untaken_why({ business: tenant.name }, LOCALE),
  })
}

/**
 * To the customer: the request has arrived. It repeats nothing of the description: whoever types a stranger's address into the
 * form must not be able to send them a letter of their own, only a name and a subject line.
 */
export function confirmationOf(about: About): WrittenMail {
  const { tenant, ticket } = about
  const { number, subject } = ticket
  return written(m.mail_confirmation_subject({ number, subject }, LOCALE), {
    sender: senderOf(about),
    title: m.mail_confirmation_title({}, LOCALE),
    lead: m.mail_confirmation_lead({ name: headerLine(ticket.customerName) }, LOCALE),
    facts: [
      { label: m.mail_fact_ticket({}, LOCALE), value: m.mail_reference({ number }, LOCALE) },
      { label: m.mail_fact_subject({}, LOCALE), value: subject },
      { label: m.mail_fact_submitted({}, LOCALE), value: clockTime(ticket.createdAt, tenant.businessInfo.timezone) },
    ],
    quote: null,
    action: { label: m.mail_confirmation_open({}, LOCALE), url: portalUrl(about) },
    why: m.mail_customer_why({ business: tenant.name }, LOCALE),
  })
}

/** To the customer: what a member answered. */
export function replyOf(about: About & { message: MessageRow }): WrittenMail {
  const { tenant, ticket, message } = about
  const { number, subject } = ticket
  const agent = message.authorName ?? m.mail_somebody({}, LOCALE)
  const hasWords = message.body.trim() !== ''
  return written(m.mail_reply_subject({ number, subject }, LOCALE), {
    sender: senderOf(about),
    title: m.mail_reply_title({ agent }, LOCALE),
    lead: hasWords
      ? m.mail_reply_lead({ subject: headerLine(subject) }, LOCALE)
      : m.mail_reply_file_only({ agent }, LOCALE),
    facts: [],
    quote: hasWords ? message.body : null,
    action: { label: m.mail_reply_open({}, LOCALE), url: portalUrl(about) },
    why: m.mail_customer_why({ business: tenant.name }, LOCALE),
  })
}

/** To the business: a provider refuses its key, and what that means until the key is changed. */
export function keyRejectedOf(about: {
  baseUrl: string
  tenant: TenantRow
  provider: string
  keyEnd: string | null
}): WrittenMail {
  const { baseUrl, tenant, provider, keyEnd } = about
  const key = keyEnd ? `••••${keyEnd}` : m.mail_key_unnamed({}, LOCALE)
  return written(m.mail_key_subject({ provider }, LOCALE), {
    sender: { name: tenant.name, color: tenant.branding.primaryColor },
    title: m.mail_key_title({ provider }, LOCALE),
    lead: m.mail_key_lead({ provider }, LOCALE),
    facts: [
      { label: m.mail_fact_provider({}, LOCALE), value: provider },
      { label: m.mail_fact_key({}, LOCALE), value: key },
    ],
    quote: null,
    action: { label: m.mail_key_open({}, LOCALE), url: `${baseUrl}/admin?section=api-settings` },
    why: m.mail_key_why({ business: tenant.name }, LOCALE),
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

const priorityWord = ({ priority }: TicketRow): string => PRIORITIES[priority]({}, LOCALE)

const CLOCK = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const

/** A moment by the business's own clock, with its zone. */
function clockTime(at: Date, timeZone: string): string {
  const zone = Intl.supportedValuesOf('timeZone').includes(timeZone) ? timeZone : 'UTC'
  return new Intl.DateTimeFormat('en', { ...CLOCK, timeZone: zone }).format(at)
}
