import type { Passage } from '#server/knowledge/passages.ts'
import type { Language } from '#server/language/service.ts'

/** A file to parse: its bytes, its name, and the encoding its server declared. */
export type DocumentInput = { bytes: Uint8Array; name: string; charset?: string | undefined }

/** The text as Markdown, with the title if the document has one. */
export type ExtractedText = { title: string | null; markdown: string }

export type ParsedDocument = {
  title: string | null
  /** The whole text as Markdown. */
  content: string
  /** Number of pages of a PDF; null for other types. */
  pages: number | null
  passages: Passage[]
  /** Null if it is not a supported language or cannot be detected. */
  language: Language | null
}

/** Reports the progress in percent. */
export type ReportProgress = (percent: number) => void
