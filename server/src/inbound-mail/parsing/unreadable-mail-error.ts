import type { UnreadableMail as Reason } from '#contracts/inbound-mail/inbound-mail.ts'

/** Why a mail cannot be read, of itself. */
export type UnreadableMail = Exclude<Reason, 'failed'>

/** A mail that cannot be read: it is no mail at all, or its parts or headers are beyond all limits. */
export class UnreadableMailError extends Error {
  readonly reason: UnreadableMail

  constructor(reason: UnreadableMail, cause?: unknown) {
    super(`the mail cannot be read: ${reason}`, { cause })
    this.name = 'UnreadableMailError'
    this.reason = reason
  }
}
