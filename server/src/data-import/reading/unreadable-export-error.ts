import { inEnglish, type Text } from '#server/platform/text/message.ts'

/** The export as a whole cannot be read; `text` says why and what to do. */
export class UnreadableExportError extends Error {
  readonly text: Text

  constructor(message: Text, cause?: unknown) {
    super(inEnglish(message), { cause })
    this.text = message
  }
}
