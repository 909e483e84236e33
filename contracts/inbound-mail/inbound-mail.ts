import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { Email, Instant } from '#contracts/fields.ts'
import { InboundMailId, MessageId, TicketId } from '#contracts/ids.ts'
import { Cursor, pageOf } from '#contracts/page.ts'
import { MailAnswer, NoAnswerReason } from './answer.ts'

/** Largest mail that is taken in, in bytes (40 MB). */
export const MAX_MAIL_BYTES = 40 * 1024 * 1024

/**
 * What became of a mail. `new_ticket`, `reply`: it is in a conversation. `auto_reply`, `list`, `bounce`, `loop`: a program sent it, so that it is
 * kept and answered by nobody. `blocked`: of a customer whom the business blocked. `duplicate`: it arrived before. `unreadable`: it could not
 * be read and is set aside for a person.
 */
export const MailOutcome = z.enum([
  'new_ticket',
  'reply',
  'auto_reply',
  'list',
  'bounce',
  'loop',
  'blocked',
  'duplicate',
  'unreadable',
])
export type MailOutcome = z.output<typeof MailOutcome>

/**
 * Why a mail could not be read: it has no headers, is nested too deeply, has too many headers, takes too much memory or too long; `failed`:
 * taking it in failed each time.
 */
export const UnreadableMail = z.enum(['no_mail', 'too_deep', 'too_many_headers', 'too_large', 'slow', 'failed'])
export type UnreadableMail = z.output<typeof UnreadableMail>

const Person = z.object({ name: z.string(), address: z.string() })
export type MailPersonView = z.output<typeof Person>

/** What the receiving server found out about the sender; null where it checked nothing. */
export const MailAuthentication = z.object({
  spf: z.string().nullable(),
  dkim: z.string().nullable(),
  dmarc: z.string().nullable(),
  by: z.string(),
  /** The operator or the business named this server, so that its word counts. */
  isTrusted: z.boolean(),
})
export type MailAuthentication = z.output<typeof MailAuthentication>

/** A mail as the list of received mails shows it. */
export const InboundMailView = z.object({
  id: InboundMailId,
  from: Person.nullable(),
  subject: z.string(),
  /** Null while it waits. */
  outcome: MailOutcome.nullable(),
  /** Of one that is set aside: why; null where that is not stored. */
  unreadable: UnreadableMail.nullable(),
  ticketId: TicketId.nullable(),
  size: z.number().int(),
  receivedAt: Instant,
  processedAt: Instant.nullable(),
})
export type InboundMailView = z.output<typeof InboundMailView>

/** What a ticket shows of the mail behind a message. */
export const TicketMailView = z.object({
  id: InboundMailId,
  messageId: MessageId.nullable(),
  outcome: MailOutcome,
  from: Person.nullable(),
  to: z.array(Person),
  cc: z.array(Person),
  subject: z.string(),
  /** Folded behind "Show more": earlier mails and the signature; null where nothing is folded. */
  quoted: z.string().nullable(),
  authentication: MailAuthentication.nullable(),
  /** Whose mail it forwards, as its text says; nothing proves it. */
  forwardedFrom: Person.nullable(),
  /** What the assistant did about it; null where it was not asked. */
  answer: MailAnswer.nullable(),
  noAnswerReason: NoAnswerReason.nullable(),
  receivedAt: Instant,
})
export type TicketMailView = z.output<typeof TicketMailView>

/**
 * Takes in a mail as the operator's mail server hands it over: the body is the mail itself (`message/rfc822`). The header
 * `X-Segue-Recipient` has the addresses of its envelope, separated by commas, `X-Segue-Timestamp` the time in seconds, and
 * `X-Segue-Signature` is `v1=` and the HMAC-SHA256 in hex of `{timestamp}.{recipient}.{SHA-256 of the body in hex}` under
 * INBOUND_MAIL_SECRET; the hash is in `X-Segue-Content-SHA256`. Answered once the mail is stored; the same mail again is no second one.
 */
export const receiveMail = endpoint({
  method: 'POST',
  path: '/api/inbound-mail',
  summary: 'Take in a mail from the operator’s mail server',
  tag: 'mail',
  access: 'public',
  rate: 'read',
  takesMail: true,
  reply: z.object({ accepted: z.number().int() }),
})

const ofMember = { tag: 'mail', access: 'member', rate: 'read' } as const

export const listInboundMails = endpoint({
  ...ofMember,
  method: 'GET',
  path: '/api/inbound-mails',
  summary: 'Mails that the business received, newest first',
  query: z.object({ cursor: Cursor }),
  reply: pageOf(InboundMailView).extend({
    /** The address that mails to this business reach; null where the operator set none up. */
    address: z.string().nullable(),
  }),
})

export const listTicketMails = endpoint({
  ...ofMember,
  method: 'GET',
  path: '/api/tickets/:ticketId/mails',
  summary: 'The mails behind the messages of a ticket',
  params: z.object({ ticketId: TicketId }),
  reply: z.object({ mails: z.array(TicketMailView) }),
})

/**
 * Why an address gets no copy of a reply: it is the customer's, who gets the reply itself, or one of the business's own, or the business
 * blocks it, or it gave a mail back.
 */
export const CopyRefusal = z.enum(['customer', 'own', 'blocked', 'returned'])
export type CopyRefusal = z.output<typeof CopyRefusal>

const CopyPerson = Person.extend({
  /** Written in copy last, by the sender of the newest mail or by the member who answered it: the composer begins with them. */
  isIncluded: z.boolean(),
})
export type CopyPerson = z.output<typeof CopyPerson>

export const listCopies = endpoint({
  ...ofMember,
  method: 'GET',
  path: '/api/tickets/:ticketId/copies',
  summary: 'Who may get a copy of a reply to a ticket, and whether one address may',
  params: z.object({ ticketId: TicketId }),
  query: z.object({ address: Email.optional() }),
  reply: z.object({
    /** A reply goes out by mail; without one there is nothing to copy. */
    isMailed: z.boolean(),
    people: z.array(CopyPerson),
    /** Of the given address; null where it may get a copy. */
    refusal: CopyRefusal.nullable(),
  }),
})

export const downloadMail = endpoint({
  ...ofMember,
  method: 'GET',
  path: '/api/inbound-mails/:inboundMailId/original',
  summary: 'Download a mail as it arrived (.eml)',
  answer: 'file',
  params: z.object({ inboundMailId: InboundMailId }),
  reply: z.undefined(),
})
