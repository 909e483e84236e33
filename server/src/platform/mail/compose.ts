import type { MailDefaults } from 'nodemailer'
import { type Mail, MailError } from './mailer.ts'

const ADDRESS = /^[^\s@<>()[\]:;,\\"]{1,64}@[^\s@<>()[\]:;,\\"]{1,190}$/
const MESSAGE_ID = /^<[^\s<>@]{1,200}@[^\s<>@]{1,200}>$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is what this is for
const CONTROL = /[\u0000-\u001F\u007F\u2028\u2029]/

const refuse = (message: string) => new MailError(message, { permanent: true })

/** A person and an address, however they came: `Name <address>`, `"Name" <address>` or the bare address. */
function parsePerson(field: string, text: string): { name: string; address: string } {
  refuseControl(field, text)
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text)
  const name = named?.[1] ?? ''
  const address = (named?.[2] ?? text).trim()
  if (!ADDRESS.test(address)) throw refuse(`The mail's ${field} is not one e-mail address. Correct it and send again.`)
  return { name, address }
}

function refuseControl(field: string, text: string): void {
  if (CONTROL.test(text)) throw refuse(`The mail's ${field} holds a line break or control sign, which no header may.`)
}

function parseId(field: string, text: string): string {
  if (!MESSAGE_ID.test(text)) throw refuse(`The mail's ${field} is not a message id of the form <unique@domain>.`)
  return text
}

/**
 * A mail as nodemailer takes it: exactly one recipient, no header that could smuggle in another, nothing fetched from
 * files or addresses. Throws a permanent MailError.
 */
export function composeEnvelope(mail: Mail, defaultFrom: string): MailDefaults {
  refuseControl('recipient', mail.to)
  if (!ADDRESS.test(mail.to)) throw refuse('The recipient is not one e-mail address. Correct it and send again.')
  refuseControl('subject', mail.subject)
  return {
    // As an object, so that no address list is read out of it.
    to: { name: '', address: mail.to },
    from: parsePerson('sender', mail.from ?? defaultFrom),
    ...(mail.replyTo ? { replyTo: parsePerson('reply address', mail.replyTo) } : {}),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: parseId('id', mail.messageId),
    ...(mail.inReplyTo ? { inReplyTo: parseId('reply reference', mail.inReplyTo) } : {}),
    ...(mail.references?.length ? { references: mail.references.map((id) => parseId('reference', id)) } : {}),
    headers: mail.isAutomatic ? { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' } : {},
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
