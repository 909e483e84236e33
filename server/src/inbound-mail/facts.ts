import { createHash } from 'node:crypto'
import type { MailAuthentication } from '#contracts/inbound-mail/inbound-mail.ts'
import type { Platform } from '#server/platform/platform.ts'
import { forwardedFromOf } from './forwarded.ts'
import type { ParsedMail } from './parsing/parsed-mail.ts'
import type { InboundMailRow } from './schema.ts'

/** Longest text of a message; what is longer goes on behind "Show more". */
const LONGEST_BODY = 50_000
const LONGEST_SUBJECT = 200
const LONGEST_NAME = 200
const MOST_PEOPLE = 50

/** The subject on one line; a ticket needs one. */
export const subjectOf = ({ subject }: ParsedMail): string =>
  subject.replace(/\s+/g, ' ').trim().slice(0, LONGEST_SUBJECT).toWellFormed() || '—'

/** What the thread shows of a mail, and what it folds. PostgreSQL stores no zero character. */
export function messageOf({ body, quoted }: ParsedMail): { body: string; quoted: string | null } {
  const [text, folded] = [storable(body), quoted === null ? '' : storable(quoted)]
  const rest = [text.slice(LONGEST_BODY), folded].filter(Boolean).join('\n\n')
  return { body: text.slice(0, LONGEST_BODY).toWellFormed(), quoted: rest || null }
}

const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

/** Of what the sender wrote: two deliveries of one mail differ in the headers that each server adds. */
export const fingerprintOf = ({ messageId, from, subject, sentAt, body, quoted, attachments }: ParsedMail): string =>
  createHash('sha256')
    .update(JSON.stringify([messageId, from?.address, subject, sentAt?.getTime(), body, quoted]))
    .update(JSON.stringify(attachments.map(({ name, content }) => [name, hashOf(content)])))
    .digest('hex')

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Of its words alone: a program that answers is known by them, whatever number, subject, sender or id it writes. Null without words. */
export function wordsHashOf({ body }: ParsedMail): string | null {
  const words = body.toLowerCase().replace(/[^\p{L}]+/gu, '')
  return words === '' ? null : hashOf(Buffer.from(words))
}

/**
 * What the receiving server found out about the sender. `isPassed`: it is the server that the operator named, and the sender's domain
 * vouches for the mail (DMARC, RFC 7489); `isRefuted`: that server found that it does not.
 */
export function authenticationOf(
  { config }: Platform,
  { authentication }: ParsedMail,
): { view: MailAuthentication; isPassed: boolean; isRefuted: boolean } | null {
  if (!authentication) return null
  const isTrusted = authentication.by.toLowerCase() === config.inboundAuthserv
  const found = isTrusted ? authentication.dmarc : null
  return { view: { ...authentication, isTrusted }, isPassed: found === 'pass', isRefuted: found === 'fail' }
}

/** The columns that the lists show. */
export const headOf = (platform: Platform, mail: ParsedMail): Partial<InboundMailRow> => ({
  fromName: storable(mail.from?.name ?? '').slice(0, LONGEST_NAME),
  fromAddress: mail.from?.address.toLowerCase() ?? null,
  subject: subjectOf(mail),
  recipients: { to: mail.to.slice(0, MOST_PEOPLE), cc: mail.cc.slice(0, MOST_PEOPLE) },
  authentication: authenticationOf(platform, mail)?.view ?? null,
  forwardedFrom: forwardedFromOf(mail),
  wordsHash: wordsHashOf(mail),
})

/** Whether this installation sent it: a mail that comes back would be answered by its own answer. */
export function isOwnMail({ config, baseUrl }: Platform, { from, messageId }: ParsedMail): boolean {
  const host = new URL(baseUrl).hostname
  const own = [config.inboundMail?.address, /<([^<>]+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom]
  return messageId?.endsWith(`@${host}>`) === true || own.includes(from?.address.toLowerCase())
}
