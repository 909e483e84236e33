import type { DocumentFailure } from '#contracts/knowledge/document.ts'

/** A document that cannot be parsed, with the reason that is shown to its owner. */
export class UnreadableError extends Error {
  readonly reason: DocumentFailure

  constructor(reason: DocumentFailure, cause?: unknown) {
    super(`the document cannot be parsed: ${reason}`, { cause })
    this.name = 'Unreadable'
    this.reason = reason
  }
}
