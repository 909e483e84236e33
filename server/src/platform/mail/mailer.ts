import { inEnglish, type Text } from '#server/platform/text/message.ts'
/** One message to one person, as the outbox hands it over. `html` is already escaped by whoever wrote it. */
export type Mail = {
  /** A bare address (`ada@example.com`), never a list. */
  to: string
  subject: string
  text: string
  html: string
  /** Instead of the mailer's own sender: `Name <address>` or an address. */
  from?: string
  replyTo?: string
  /** `<unique@domain>`. The same id is the same mail: sending it again does not make a second one where that can be known. */
  messageId: string
  inReplyTo?: string
  references?: string[]
  /** Written by a machine (a notification, not a person's reply): other machines are told not to answer it (RFC 3834). */
  isAutomatic?: boolean
}

export type Mailer = {
  kind: 'files' | 'smtp'
  /** Hands one mail over. Throws MailError. */
  send(mail: Mail): Promise<void>
  /** Lets go of connections. Mails being sent are finished or fail with a temporary MailError. */
  stop(): Promise<void>
}

/** A mail that was not taken. `permanent`: trying again is useless; else the same mail may be sent later. */
export class MailError extends Error {
  readonly permanent: boolean

  constructor(message: Text, options: { permanent: boolean; cause?: unknown }) {
    super(inEnglish(message), { cause: options.cause })
    this.name = 'MailError'
    this.permanent = options.permanent
  }
}
