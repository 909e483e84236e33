import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { automaticOf } from './automatic.ts'
import { bounceOf } from './bounces.ts'
import { textOfHtml } from './html-to-text.ts'
import { foldQuotes } from './quotes.ts'
import { UnreadableMailError } from './unreadable-mail-error.ts'

export type MailPerson = { name: string; address: string }

export type MailAttachment = {
  name: string
  mime: string
  content: Uint8Array
  contentId: string | null
  isInline: boolean
}

/** What a server reports of a mail that it could not deliver (RFC 3464). */
export type Bounce = {
  recipient: string | null
  /** `5.1.1` (RFC 3463). */
  status: string | null
  isPermanent: boolean
  explanation: string
  originalMessageId: string | null
}

export type ParsedMail = {
  /** With its angle brackets, as the next two. */
  messageId: string | null
  inReplyTo: string | null
  references: string[]
  from: MailPerson | null
  to: MailPerson[]
  cc: MailPerson[]
  /** Every address under which it may have been delivered: one of a ticket may stand in any of them. */
  deliveredTo: string[]
  subject: string
  sentAt: Date | null
  /** What the sender wrote, as plain text. */
  body: string
  /** What is folded: earlier mails and the signature; null where nothing is. Together with the body it is the whole text. */
  quoted: string | null
  attachments: MailAttachment[]
  /** A program sent it (RFC 3834); null for a person's. */
  automatic: 'bounce' | 'auto_reply' | 'list' | null
  bounce: Bounce | null
  /** What the receiving server found out about the sender (RFC 8601): the topmost results, since those below came with the mail. */
  authentication: { spf: string | null; dkim: string | null; dmarc: string | null; by: string } | null
}

const MOST_NESTED = 50
const MOST_HEADER_BYTES = 1024 * 1024
const MOST_REFERENCES = 100

/** Reads a mail (RFC 5322, MIME). Throws UnreadableMailError. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const email = await PostalMime.parse(bytes, {
    maxNestingDepth: MOST_NESTED,
    maxHeadersSize: MOST_HEADER_BYTES,
    forceRfc822Attachments: true,
  }).catch((error: unknown) => {
    throw new UnreadableMailError(error)
  })
  if (email.headers.length === 0) throw new UnreadableMailError()
  const text = email.text?.trim() ? email.text : email.html ? await textOfHtml(email.html) : ''
  const bounce = bounceOf(email)
  return {
    messageId: email.messageId ?? null,
    inReplyTo: idsIn(email.inReplyTo)[0] ?? null,
    references: idsIn(email.references).slice(-MOST_REFERENCES),
    from: peopleOf(email.from ? [email.from] : [])[0] ?? null,
    to: peopleOf(email.to),
    cc: peopleOf(email.cc),
    deliveredTo: deliveredTo(email),
    subject: email.subject ?? '',
    sentAt: dateOf(email.date),
    ...foldQuotes(text),
    attachments: email.attachments.map(attachmentOf),
    automatic: bounce ? 'bounce' : automaticOf(email),
    bounce,
    authentication: authenticationOf(email),
  }
}

const idsIn = (text: string | undefined): string[] => text?.match(/<[^<>\s]{1,998}>/g) ?? []

const peopleOf = (addresses: readonly Address[] = []): MailPerson[] =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .flatMap(({ name, address }) => (address.includes('@') ? [{ name: name.trim(), address: address.trim() }] : []))

function dateOf(text: string | undefined): Date | null {
  const date = new Date(text ?? '')
  return Number.isNaN(date.getTime()) ? null : date
}

const DELIVERY_HEADERS = ['delivered-to', 'x-original-to', 'envelope-to', 'x-envelope-to', 'x-forwarded-to']

function deliveredTo(email: Email): string[] {
  const named = email.headers.filter(({ key }) => DELIVERY_HEADERS.includes(key)).map(({ value }) => value.trim())
  return [...named, ...peopleOf(email.to), ...peopleOf(email.cc)].map((one) =>
    typeof one === 'string' ? one.replace(/^<|>$/g, '') : one.address,
  )
}

function attachmentOf({ filename, mimeType, content, contentId, disposition, related }: Attachment): MailAttachment {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
  const ending = mimeType === 'message/rfc822' ? '.eml' : ''
  return {
    name: filename?.trim() || `attachment${ending}`,
    mime: mimeType,
    content: bytes,
    contentId: contentId ?? null,
    isInline: related === true || disposition === 'inline',
  }
}

function authenticationOf({ headers }: Email): ParsedMail['authentication'] {
  const results = headers.find(({ key }) => key === 'authentication-results')?.value
  if (!results) return null
  const resultOf = (method: string) => new RegExp(`\\b${method}=(\\w+)`, 'i').exec(results)?.[1]?.toLowerCase() ?? null
  const by = /^\s*([^\s;]+)/.exec(results)?.[1] ?? ''
  return { by, spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc: resultOf('dmarc') }
}
