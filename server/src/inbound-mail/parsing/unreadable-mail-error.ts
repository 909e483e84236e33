/** A mail that cannot be read: it is no mail at all, or its parts or headers are beyond all limits. */
export class UnreadableMailError extends Error {
  constructor(cause?: unknown) {
    super('the mail cannot be read', { cause })
    this.name = 'UnreadableMailError'
  }
}
