import { stemOf, type Term, unaccentedSpellings } from '#server/language/search-text.ts'
import { addPostings, createPostings, occursWithin, type Postings } from './postings.ts'
import type { ScoreSource, Shape, TokenizedQuestion, TokenizedText, TokenizedUnit } from './scoring-units.ts'
import type { IndexLanguage } from './types.ts'

const K1 = 1.2
const B = 0.75
/** Weight of a weak word ("please", "today") relative to a content word; measured on the development data. */
const WEAK_WEIGHT = 0.5
/**
 * The inverse document frequency is computed as if this many further entries existed, because with three FAQs every word is "rare"
 * or "everywhere" by accident. Without effect in large indexes.
 */
const BACKGROUND_ENTRIES = 20

/** A word of the question with its key in the index (-1: not in the index) and its weight. */
type WeightedTerm = { key: number; weight: number; weak: boolean }

type Lexicon = {
  language: IndexLanguage
  keys: Map<string, number>
  /** Unaccented spellings of accented words → their stem. */
  aliases: Map<string, string>
  idf: Float32Array
  unknownIdf: number
  postings: Postings
  /** Sum of the weights of each unit's distinct words. */
  unitWeights: Float32Array
}

export type Bm25Source = ScoreSource & {
  /**
   * Share (0 to 1, weighted by idf) of the question's words that occur in units `first` up to `end` (excluded); 0 when only weak
   * words do: "what can you do" is in every FAQ.
   */
  coverage(question: TokenizedQuestion, language: IndexLanguage, first: number, end: number): number
  /** The reverse coverage: share (0 to 1, weighted by idf) of a unit's words that the question has. */
  echo(question: TokenizedQuestion, language: IndexLanguage, unit: number): number
  /** Number of distinct content words of the question in this language, weak ones counted as half. */
  contentWords(question: TokenizedQuestion, language: IndexLanguage): number
}

/**
 * BM25 over stemmed words, one vocabulary per language. Scores are divided by that of a unit with every word of the question, so that
 * they are comparable between a knowledge base of 3 entries and one of 5,000.
 */
export function buildBm25(units: TokenizedUnit[]): Bm25Source {
  const lexicons = new Map<IndexLanguage, Lexicon>()
  for (const language of new Set(units.map((unit) => unit.language))) {
    lexicons.set(language, buildLexicon(units, language))
  }
  const unitCount = units.length
  const weightedTerms = (question: TokenizedQuestion, language: IndexLanguage): WeightedTerm[] => {
    const lexicon = lexicons.get(language)
    const reading = question.byLanguage.get(language)
    return lexicon && reading ? weighTerms(lexicon, reading) : []
  }
  return {
    name: 'bm25',
    weight: 1,
    score(question) {
      const scores = new Float32Array(unitCount)
      for (const lexicon of lexicons.values()) {
        const terms = weightedTerms(question, lexicon.language)
        const ideal = terms.reduce((sum, term) => sum + term.weight, 0)
        for (const term of terms) {
          if (term.key >= 0) addPostings(lexicon.postings, term.key, term.weight / ideal, scores)
        }
      }
      return scores
    },
    coverage(question, language, first, end) {
      const lexicon = lexicons.get(language)
      if (!lexicon) return 0
      let covered = 0
      let all = 0
      let hasContentWord = false
      for (const { key, weight, weak } of weightedTerms(question, language)) {
        all += weight
        if (key < 0 || !occursWithin(lexicon.postings, key, first, end)) continue
        covered += weight
        if (!weak) hasContentWord = true
      }
      return hasContentWord ? covered / all : 0
    },
    echo(question, language, unit) {
      const lexicon = lexicons.get(language)
      if (!lexicon) return 0
      const shared = weightedTerms(question, language).filter(
        ({ key }) => key >= 0 && occursWithin(lexicon.postings, key, unit, unit + 1),
      )
      const weight = shared.reduce((sum, term) => sum + term.weight, 0)
      return weight === 0 ? 0 : Math.min(1, weight / lexicon.unitWeights[unit]!)
    },
    contentWords(question, language) {
      const terms = new Map((question.byLanguage.get(language)?.terms ?? []).map((term) => [term.stem, term.weak]))
      return [...terms.values()].reduce((sum, weak) => sum + (weak ? 0.5 : 1), 0)
    },
  }
}

function buildLexicon(units: TokenizedUnit[], language: IndexLanguage): Lexicon {
  const keys = new Map<string, number>()
  const aliases = new Map<string, string>()
  const frequency: number[] = []
  const lastSeenIn: number[] = []
  const collected = createPostings()
  const averages = averageLengths(units, language)
  let texts = 0
  let lastEntry = -1
  for (const [position, unit] of units.entries()) {
    if (unit.language !== language) continue
    // For the document frequency, all phrasings of a FAQ are one text, and each passage of a document is one.
    const isNewText = unit.shape === 'passage' || unit.entry !== lastEntry
    if (isNewText) texts += 1
    lastEntry = unit.entry
    const counts = new Map<string, number>()
    for (const term of unit.terms) counts.set(term.stem, (counts.get(term.stem) ?? 0) + 1)
    const length = 1 - B + (B * unit.terms.length) / averages[unit.shape]
    for (const [stem, count] of counts) {
      let key = keys.get(stem)
      if (key === undefined) {
        key = keys.size
        keys.set(stem, key)
        frequency.push(0)
        lastSeenIn.push(-1)
      }
      if (lastSeenIn[key] !== texts) frequency[key]! += 1
      lastSeenIn[key] = texts
      collected.add(key, position, (count * (K1 + 1)) / (count + K1 * length))
    }
    for (const word of unit.words) {
      for (const spelling of unaccentedSpellings(word)) aliases.set(spelling, stemOf(word, language))
    }
  }
  const idfOf = (df: number) => Math.log(1 + (texts + BACKGROUND_ENTRIES - df + 0.5) / (df + 0.5))
  const idf = Float32Array.from(frequency, idfOf)
  const unitWeights = Float32Array.from(units, (unit) =>
    unit.language === language ? sumWeights(unit.terms, (stem) => idf[keys.get(stem)!]!) : 0,
  )
  return { language, keys, aliases, idf, unknownIdf: idfOf(0), postings: collected.pack(keys.size), unitWeights }
}

function sumWeights(terms: Term[], idfOf: (stem: string) => number): number {
  const different = new Map(terms.map((term) => [term.stem, term.weak]))
  let sum = 0
  for (const [stem, weak] of different) sum += idfOf(stem) * (weak ? WEAK_WEIGHT : 1)
  return sum
}

function averageLengths(units: TokenizedUnit[], language: IndexLanguage): Record<Shape, number> {
  const sums = { question: 0, passage: 0, answer: 0 }
  const counts = { question: 0, passage: 0, answer: 0 }
  for (const unit of units) {
    if (unit.language !== language) continue
    sums[unit.shape] += unit.terms.length
    counts[unit.shape] += 1
  }
  const average = (shape: Shape) => Math.max(1, sums[shape] / Math.max(1, counts[shape]))
  return { question: average('question'), passage: average('passage'), answer: average('answer') }
}

function weighTerms(lexicon: Lexicon, reading: TokenizedText): WeightedTerm[] {
  const terms = new Map<string, WeightedTerm>()
  for (const { stem, weak } of reading.terms) {
    if (terms.has(stem)) continue
    const key = keyOf(lexicon, stem)
    const idf = key < 0 ? lexicon.unknownIdf : lexicon.idf[key]!
    terms.set(stem, { key, weight: idf * (weak ? WEAK_WEIGHT : 1), weak })
  }
  // "devolución" may be typed without its accent.
  addUnaccentedSpellings(lexicon, reading, terms)
  return [...terms.values()]
}

function keyOf(lexicon: Lexicon, stem: string): number {
  return lexicon.keys.get(stem) ?? -1
}

function addUnaccentedSpellings(lexicon: Lexicon, reading: TokenizedText, terms: Map<string, WeightedTerm>): void {
  if (lexicon.aliases.size === 0) return
  for (const word of reading.words) {
    const stem = stemOf(word, lexicon.language)
    const term = terms.get(stem)
    const meant = lexicon.aliases.get(word)
    if (!term || term.key >= 0 || meant === undefined) continue
    const key = keyOf(lexicon, meant)
    if (key >= 0) terms.set(stem, { key, weight: lexicon.idf[key]!, weak: term.weak })
  }
}
