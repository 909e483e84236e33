export type MailPerson = { name: string; address: string }

export type MailAttachment = {
  name: string
  mime: string
  content: Uint8Array
  contentId: string | null
  isInline: boolean
  /** The words in square brackets that stand for it at its place in the text; null where the text does not show it. */
  placeholder: string | null
}

/** What a server reports of a mail that it could not deliver (RFC 3464), or delivers late. */
export type Bounce = {
  recipient: string | null
  /** `5.1.1` (RFC 3463). */
  status: string | null
  /** The server gave up; else it goes on trying. */
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
  /** What is folded: earlier mails, signatures, the texts of mails inside; null where nothing is. Together with the body it is the whole text. */
  quoted: string | null
  attachments: MailAttachment[]
  /** A program sent it (RFC 3834); null for a person's. */
  automatic: 'bounce' | 'auto_reply' | 'list' | null
  bounce: Bounce | null
  /** What the receiving server found out about the sender (RFC 8601): the topmost results, since those below came with the mail. */
  authentication: { spf: string | null; dkim: string | null; dmarc: string | null; by: string } | null
}
