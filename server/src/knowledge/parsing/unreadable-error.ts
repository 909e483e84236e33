import type { DocumentFailure } from '#contracts/knowledge/document.ts'

/** A document that cannot be read, for a reason its owner can do something about. */
export class UnreadableError extends Error {
  readonly reason: DocumentFailure

  constructor(reason: DocumentFailure, cause?: unknown) {
    super(`the document cannot be read: ${reason}`, { cause })
    this.name = 'Unreadable'
    this.reason = reason
  }
}
