/** Why a mail cannot be read: it has no headers, is nested too deeply, has too many headers, or takes too long or too much memory. */
export type UnreadableMail = 'no_mail' | 'too_deep' | 'too_many_headers' | 'too_large' | 'slow'

/** A mail that cannot be read: it is no mail at all, or its parts or headers are beyond all limits. */
export class UnreadableMailError extends Error {
  readonly reason: UnreadableMail

  constructor(reason: UnreadableMail, cause?: unknown) {
    super(`the mail cannot be read: ${reason}`, { cause })
    this.name = 'UnreadableMailError'
    this.reason = reason
  }
}
