import type { Passage } from '#server/knowledge/passages.ts'
import type { Language } from '#server/language/service.ts'

/** Bytes to be read, and what is known of them: what the file was called, which encoding its server declared. */
export type DocumentInput = { bytes: Uint8Array; name: string; charset?: string | undefined }

/** A text as Markdown; `title` where the document says what it is called. */
export type ExtractedText = { title: string | null; markdown: string }

export type ParsedDocument = {
  title: string | null
  /** All of its words, as Markdown. */
  content: string
  /** Of a PDF. */
  pages: number | null
  passages: Passage[]
  /** Null where it is none of the four, or cannot be told. */
  language: Language | null
}

/** Says how far the reading is: percent. */
export type ReportProgress = (percent: number) => void
