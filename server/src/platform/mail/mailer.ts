import { inEnglish, type Text } from '#server/platform/text/message.ts'

/** One message to one person, as the outbox passes it. `html` is already escaped. */
export type Mail = {
  /** A bare address (`ada@example.com`), never a list. */
  to: string
  subject: string
  text: string
  html: string
  /** Instead of the mailer's default sender: `Name <address>` or an address. */
  from?: string
  replyTo?: string
  /** `<unique@domain>`. The same id is the same mail: sending it again makes no second one where the mailer can detect it. */
  messageId: string
  inReplyTo?: string
  references?: string[]
  /** A notification and not a person's reply: its headers ask mail programs not to answer it automatically (RFC 3834). */
  isAutomatic?: boolean
}

export type Mailer = {
  kind: 'files' | 'smtp'
  /** Sends one mail. Throws MailError. */
  send(mail: Mail): Promise<void>
  /** Closes the connections. Mails being sent are finished or fail with a temporary MailError. */
  stop(): Promise<void>
}

/** A mail that was not accepted. `permanent`: a retry is useless; else the same mail may be sent later. */
export class MailError extends Error {
  readonly permanent: boolean

  constructor(message: Text, options: { permanent: boolean; cause?: unknown }) {
    super(inEnglish(message), { cause: options.cause })
    this.name = 'MailError'
    this.permanent = options.permanent
  }
}
