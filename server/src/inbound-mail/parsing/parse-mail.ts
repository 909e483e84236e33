import type { Address, Email } from 'postal-mime'
import { automaticOf } from './automatic.ts'
import { bounceOf } from './bounces.ts'
import { collectParts, type MailParts } from './collect-parts.ts'
import { MOST_MAILS_INSIDE, MOST_RECIPIENTS, MOST_REFERENCES } from './limits.ts'
import { readText } from './mail-text.ts'
import { readParts } from './mime-tree.ts'
import type { MailPerson, ParsedMail } from './parsed-mail.ts'
import { UnreadableMailError } from './unreadable-mail-error.ts'

/** Reads a mail (RFC 5322, MIME). Throws UnreadableMailError. */
export async function parseMail(bytes: Uint8Array): Promise<ParsedMail> {
  const { email, root } = await readParts(bytes)
  if (email.headers.length === 0) throw new UnreadableMailError('no_mail')
  const parts = await collectParts(root)
  const { body, quoted } = readText(parts, email.subject ?? '')
  const bounce = bounceOf({ ...parts, email, text: [body, quoted].filter(Boolean).join('\n\n') })
  const isReport = parts.report !== null
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
    body,
    quoted: [quoted, ...(await textsInside(parts, MOST_MAILS_INSIDE))].filter(Boolean).join('\n\n') || null,
    attachments: parts.attachments,
    automatic: bounce ? 'bounce' : automaticOf(email, isReport),
    bounce,
    authentication: authenticationOf(email),
  }
}

/** The texts of the mails inside a mail, each below its sender, date and subject. They are folded: the ticket has them as files. */
async function textsInside(parts: MailParts, left: number): Promise<string[]> {
  const inWinmail = parts.winmails
    .flatMap(({ mails }) => mails)
    .map(({ html, text }) => joined(readText({ ...NOTHING, texts: [{ html, plain: html ? '' : text }] }, '')))
  if (left === 0) return [...inWinmail, ...parts.returnedHeaders]
  const inside = await Promise.all(parts.mails.map((bytes) => textInside(bytes, left - 1)))
  return [...inWinmail, ...parts.returnedHeaders.map((text) => text.trim()), ...inside]
}

const NOTHING: MailParts = {
  texts: [],
  attachments: [],
  events: [],
  mails: [],
  returnedHeaders: [],
  report: null,
  winmails: [],
}

async function textInside(bytes: Uint8Array, left: number): Promise<string> {
  try {
    const { email, root } = await readParts(bytes)
    const parts = await collectParts(root)
    const head = ['From', 'Date', 'Subject'].flatMap((name) => {
      const value = headerText(email, name)
      return value ? [`${name}: ${value}`] : []
    })
    const text = joined(readText(parts, email.subject ?? ''))
    return [head.join('\n'), text, ...(await textsInside(parts, left))].filter(Boolean).join('\n\n')
  } catch (error) {
    // A mail inside that cannot be read is still a file of this one.
    if (error instanceof UnreadableMailError) return ''
    throw error
  }
}

const joined = ({ body, quoted }: { body: string; quoted: string | null }): string =>
  [body, quoted].filter(Boolean).join('\n\n')

function headerText(email: Email, name: string): string {
  if (name === 'Subject') return email.subject ?? ''
  if (name === 'Date') return email.headers.find(({ key }) => key === 'date')?.value ?? ''
  const { name: who = '', address = '' } = email.from ?? {}
  return who && address ? `${who} <${address}>` : address || who
}

const idsIn = (text: string | undefined): string[] => text?.match(/<[^<>\s]{1,998}>/g) ?? []

const peopleOf = (addresses: readonly Address[] = []): MailPerson[] =>
  addresses
    .flatMap((one) => one.group ?? [one])
    .slice(0, MOST_RECIPIENTS)
    .flatMap(({ name, address }) => (address?.includes('@') ? [{ name: name.trim(), address: address.trim() }] : []))

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

function authenticationOf({ headers }: Email): ParsedMail['authentication'] {
  const results = headers.find(({ key }) => key === 'authentication-results')?.value
  if (!results) return null
  // Each result stands at the beginning of its part (RFC 8601): what follows it, in comments and values too, may be the sender's words.
  const parts = results
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\([^()]*\)/g, '')
    .split(';')
  const resultOf = (method: string) => {
    const found = new RegExp(`^\\s*${method}\\s*=\\s*(\\w+)`, 'i')
    return parts.flatMap((part) => found.exec(part)?.[1]?.toLowerCase() ?? []).at(0) ?? null
  }
  const by = /^\s*([^\s;]+)/.exec(results)?.[1] ?? ''
  return { by, spf: resultOf('spf'), dkim: resultOf('dkim'), dmarc: resultOf('dmarc') }
}
