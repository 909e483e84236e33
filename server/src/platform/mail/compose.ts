import type { MailDefaults } from 'nodemailer'
import { EMAIL_ADDRESS } from '#contracts/email-address.ts'
import * as m from '#i18n/messages.js'
import { text as bindText, type Text } from '#server/platform/text/message.ts'
import { type Mail, MailError } from './mailer.ts'

/** Of a sender, which the operator configures: its host may have a name without a dot. */
const SENDER_ADDRESS = /^[^\s@<>()[\]:;,\\"]{1,64}@[^\s@<>()[\]:;,\\"]{1,190}$/
const MESSAGE_ID = /^<[^\s<>@]{1,200}@[^\s<>@]{1,200}>$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this is for
const CONTROL = /[\u0000-\u001F\u007F\u2028\u2029]/

const refuse = (message: Text) => new MailError(message, { permanent: true })

/** Parses name and address of `Name <address>`, `"Name" <address>` or the bare address. */
function parsePerson(field: string, text: string): { name: string; address: string } {
  refuseControl(field, text)
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text)
  const name = named?.[1] ?? ''
  const address = (named?.[2] ?? text).trim()
  if (!SENDER_ADDRESS.test(address)) throw refuse(bindText(m.mail_fault_person, { field }))
  return { name, address }
}

function refuseControl(field: string, text: string): void {
  if (CONTROL.test(text)) throw refuse(bindText(m.mail_fault_control, { field }))
}

function parseId(field: string, text: string): string {
  if (!MESSAGE_ID.test(text)) throw refuse(bindText(m.mail_fault_id, { field }))
  return text
}

function parseUrl(text: string): string {
  refuseControl('unsubscribe address', text)
  return new URL(text).href
}

/**
 * The headers by which other programs do not answer a mail (RFC 3834, section 5), and those that programs of before know: Exchange's, and
 * `Precedence`, which no standard defines. A mail that can be ended is one of many alike.
 */
const automaticHeaders = ({ automation = 'generated', unsubscribeUrl }: Mail): Record<string, string> => ({
  'Auto-Submitted': `auto-${automation}`,
  'X-Auto-Response-Suppress': 'All',
  ...(automation === 'replied' ? { Precedence: 'auto_reply' } : unsubscribeUrl ? { Precedence: 'bulk' } : {}),
})

/**
 * A mail in nodemailer's form: exactly one recipient, no header injection, nothing fetched from files or addresses.
 * Throws a permanent MailError.
 */
export function composeEnvelope(mail: Mail, defaultFrom: string): MailDefaults {
  const named = mail.addressees ?? { to: mail.to, cc: [] }
  for (const address of [mail.to, named.to, ...named.cc]) {
    refuseControl('recipient', address)
    if (!EMAIL_ADDRESS.test(address)) throw refuse(m.mail_fault_recipient)
  }
  refuseControl('subject', mail.subject)
  const from = parsePerson('sender', mail.from ?? defaultFrom)
  const returnPath = mail.returnPath ? parsePerson('return path', mail.returnPath) : from
  return {
    // As an object, so that nodemailer does not parse it as a list of addresses.
    to: { name: '', address: named.to },
    ...(named.cc.length > 0 ? { cc: named.cc.map((address) => ({ name: '', address })) } : {}),
    from,
    ...(mail.replyTo ? { replyTo: parsePerson('reply address', mail.replyTo) } : {}),
    // Not who is named: each of them has a mail of their own.
    ...(mail.returnPath || mail.addressees ? { envelope: { from: returnPath.address, to: [mail.to] } } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: parseId('id', mail.messageId),
    ...(mail.inReplyTo ? { inReplyTo: parseId('reply reference', mail.inReplyTo) } : {}),
    ...(mail.references?.length ? { references: mail.references.map((id) => parseId('reference', id)) } : {}),
    headers: {
      ...(mail.isAutomatic ? automaticHeaders(mail) : {}),
      ...(mail.unsubscribeUrl
        ? {
            'List-Unsubscribe': `<${parseUrl(mail.unsubscribeUrl)}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }
        : {}),
    },
    ...(mail.logo
      ? {
          attachments: [{ cid: 'logo', filename: 'logo.png', content: mail.logo.content, contentType: mail.logo.mime }],
        }
      : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
