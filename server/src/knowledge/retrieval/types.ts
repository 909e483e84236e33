import type { Language } from '#contracts/languages.ts'

/** The languages the lexical engine stems and filters. */
export type IndexLanguage = Language

/** A FAQ is a question with its answer; articles and documents are searched by passage. */
export type EntryKind = 'faq' | 'article' | 'document'

/** A published FAQ, article or document of a tenant. */
export type IndexEntry = {
  id: string
  kind: EntryKind
  language: IndexLanguage
  title: string
  /** A FAQ's question and its "also asked as" phrasings, or the passages of an article or a document. */
  texts: string[]
  /** A FAQ's answer; empty for articles and documents. */
  answer: string
}

/** An entry found for a question. */
export type Match = {
  id: string
  kind: EntryKind
  /** Index in the entry's `texts` of the phrasing or passage that matched best. */
  passage: number
  /** Fused score: comparable within one search only. Decide by `confidence`, rank by this. */
  score: number
  /** Calibrated probability, 0 to 1, that this entry answers the question; never above that of the match before. */
  confidence: number
  /** Share of the question's words that the entry has, 0 to 1, rare words counting more. */
  coverage: number
}

export type SearchResult = {
  /** Calibrated probability, 0 to 1, that the first match answers the question; 0 without a match. */
  confidence: number
  /** At most as many as asked for, best first. */
  matches: Match[]
  /** The languages of the index. */
  languages: IndexLanguage[]
  /** The question as it was read: the search thread corrects its slips. */
  asked: string
}

export type SearchOptions = {
  /** 1 to 20 matches; 5 when not given. */
  limit?: number | undefined
  /** Only entries of this kind are found; of every kind when not given. */
  kind?: EntryKind | undefined
  /** The query is some words rather than a sentence: too few to tell their language by, so slips are corrected in every language of the index. */
  isWords?: boolean
}
