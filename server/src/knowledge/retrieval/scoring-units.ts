import { MAX_QUERY_CHARACTERS, normalise, type Term, termsOf, wordsOf } from '#server/language/search-text.ts'
import type { EntryKind, IndexEntry, IndexLanguage } from './types.ts'

/**
 * The shape of a scored text. A `question` is short and written like what customers type, a `passage` is a paragraph, an `answer`
 * belongs to a FAQ and adds to its score.
 */
export type Shape = 'question' | 'passage' | 'answer'

export type Unit = {
  /** Position of the entry this unit belongs to. */
  entry: number
  /** Index in the entry's `texts`, -1 for the answer. */
  passage: number
  shape: Shape
  language: IndexLanguage
}

/** A unit with its text and tokens, needed only while the index is built. */
export type TokenizedUnit = Unit & TokenizedText & { text: string }

/** An entry and its units: `first` up to `first + count`, the answer (if any) last. */
export type IndexedEntry = { id: string; kind: EntryKind; shape: 'question' | 'passage'; first: number; count: number }

/** A customer's question, tokenized once per language of the index. */
export type TokenizedQuestion = { byLanguage: ReadonlyMap<IndexLanguage, TokenizedText> }
export type TokenizedText = { words: string[]; terms: Term[] }

/**
 * One independent score of each unit for a question, by unit position, about 0 to 1, 0: nothing in common. The engine pools,
 * standardises and adds the scores of all sources.
 */
export type ScoreSource = {
  name: string
  /** Weight of its standardised score in the sum. */
  weight: number
  score(question: TokenizedQuestion): Float32Array
}

/** Tokenizes a question once for each language of the index. */
export function tokenizeQuestion(query: string, languages: Iterable<IndexLanguage>): TokenizedQuestion {
  const text = query.slice(0, MAX_QUERY_CHARACTERS)
  const readings = new Map<IndexLanguage, TokenizedText>()
  for (const language of languages) {
    const normalised = normalise(text, language)
    readings.set(language, { words: wordsOf(normalised), terms: termsOf(normalised, language) })
  }
  return { byLanguage: readings }
}

/** Splits entries into units, in order. Entries without a word are never found. */
export function splitIntoUnits(entries: IndexEntry[]): { entries: IndexedEntry[]; units: TokenizedUnit[] } {
  const units: TokenizedUnit[] = []
  const indexed = entries.map((entry, position): IndexedEntry => {
    const first = units.length
    const shape = entry.kind === 'faq' ? 'question' : 'passage'
    const add = (text: string, passage: number, unitShape: Shape) => {
      const normalised = normalise(text, entry.language)
      const unit = { entry: position, passage, shape: unitShape, language: entry.language }
      units.push({ ...unit, text, words: wordsOf(normalised), terms: termsOf(normalised, entry.language) })
    }
    for (const [passage, text] of entry.texts.entries()) {
      // A passage rarely repeats the subject of its document, so it is indexed with the title.
      add(shape === 'passage' ? `${entry.title}\n${text}` : text, passage, shape)
    }
    if (shape === 'question' && entry.answer) add(entry.answer, -1, 'answer')
    return { id: entry.id, kind: entry.kind, shape, first, count: units.length - first }
  })
  return { entries: indexed, units }
}
