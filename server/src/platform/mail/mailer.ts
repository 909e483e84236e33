import { inEnglish, type Text } from '#server/platform/text/message.ts'

/** One message to one person, as the outbox passes it. `html` is already escaped. */
export type Mail = {
  /** A bare address (`ada@example.com`), never a list. */
  to: string
  /** Whom it names as its recipients; default: `to`. It is sent to `to` alone: each of the others gets a mail of their own. */
  addressees?: { to: string; cc: readonly string[] }
  subject: string
  text: string
  html: string
  /** Instead of the mailer's default sender: `Name <address>` or an address. */
  from?: string
  replyTo?: string
  /** Where reports of the delivery go; default: to the sender. */
  returnPath?: string
  /** `<unique@domain>`. The same id is the same mail: sending it again makes no second one where the mailer can detect it. */
  messageId: string
  inReplyTo?: string
  references?: string[]
  /** A notification and not a person's reply: its headers ask mail programs not to answer it automatically (RFC 3834). */
  isAutomatic?: boolean
  /** Of an automatic one: it answers what its recipient sent, or nobody asked for it (the default). */
  automation?: 'replied' | 'generated'
  /** Address to which a mail program posts to end such mails (RFC 8058). */
  unsubscribeUrl?: string
  /** The picture that the HTML shows as `cid:logo`. */
  logo?: { content: Buffer; mime: string }
}

export type Mailer = {
  kind: 'files' | 'smtp' | 'emailjs'
  /** Sends one mail. Throws MailError. */
  send(mail: Mail): Promise<void>
  /** Closes the connections. Mails being sent are finished or fail with a temporary MailError. */
  stop(): Promise<void>
}

/** What failed, where it is known. */
export type MailFault =
  | 'unreachable'
  | 'unknown_host'
  | 'private_address'
  | 'tls'
  | 'auth'
  | 'timeout'
  | 'refused'
  | 'not_now'
  | 'unreadable_password'
  | 'other'

type Details = { permanent: boolean; cause?: unknown; fault?: MailFault; answer?: string | null }

/** A mail that was not accepted. `permanent`: a retry is useless; else the same mail may be sent later. */
export class MailError extends Error {
  readonly permanent: boolean
  readonly fault: MailFault
  /** The message for people; `message` is it in English, for the log. */
  readonly text: Text
  /** What the server said, on one line. */
  readonly answer: string | null

  constructor(message: Text, { permanent, cause, fault, answer }: Details) {
    super(inEnglish(message), { cause })
    this.name = 'MailError'
    this.permanent = permanent
    this.text = message
    this.fault = fault ?? 'other'
    this.answer = answer ?? null
  }
}
