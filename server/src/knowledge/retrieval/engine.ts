import { type Bm25Source, buildBm25 } from './bm25.ts'
import { buildCharacterNgrams } from './character-ngrams.ts'
import { type DenseEvidence, estimateConfidence, extractFeatures, type Features } from './confidence.ts'
import { cosineSimilarities, type DenseIndex, kernelRidgeScores, packVectors } from './dense.ts'
import { addStandardisedScores, type EntryScores, poolByEntry } from './fusion.ts'
import {
  type IndexedEntry,
  type ScoreSource,
  splitIntoUnits,
  type TokenizedQuestion,
  tokenizeQuestion,
  type Unit,
} from './scoring-units.ts'
import { buildSpelling, type Spelling } from './spelling.ts'
import type { EntryKind, IndexEntry, IndexLanguage, Match, SearchOptions, SearchResult } from './types.ts'

/** So many matches are found where no number is given; the confidence compares a match with these. */
const USUAL_MATCHES = 5
const MAX_MATCHES = 20

/** The search index of a tenant's knowledge. Opaque: `buildIndex` makes it, `search` reads it. */
export type RetrievalIndex = {
  entries: IndexedEntry[]
  units: Unit[]
  languages: IndexLanguage[]
  lexical: Bm25Source
  char: ScoreSource
  /** Normalised phrasings → their unit. */
  exact: Map<string, number>
  unitEntries: Int32Array
  /** The texts the encoder can encode, by unit; empty once their vectors are attached. */
  encodable: Encodable[]
  /** Corrects the slips of a question; `search` and the encoder are given the corrected question. */
  spelling: Spelling
  /** The vectors of those texts; null until they are attached: search is lexical only until then. */
  dense: DenseIndex | null
}

export type Encodable = { unit: number; text: string }

/** Most texts with a vector; further texts are searched lexically only. 20,000 vectors are searched in 10 ms. */
const MAX_ENCODED = 20_000
/** Fusion weights of the two scores by the encoder, beside BM25 (1) and character n-grams (0.7); a broad optimum of the development data. */
const RIDGE_WEIGHT = 1
const DENSE_WEIGHT = 0.5

/** Builds the index of one tenant's published knowledge. Pure; about 0.1 s for 5,000 phrasings. */
export function buildIndex(entries: IndexEntry[]): RetrievalIndex {
  const cut = splitIntoUnits(entries)
  const languages = [...new Set(entries.map((entry) => entry.language))]
  const exact = new Map<string, number>()
  for (const [position, unit] of cut.units.entries()) {
    const key = unit.words.join(' ')
    if (unit.shape === 'question' && key && !exact.has(key)) exact.set(key, position)
  }
  return {
    entries: cut.entries,
    units: cut.units.map(({ entry, passage, shape, language }) => ({ entry, passage, shape, language })),
    languages,
    lexical: buildBm25(cut.units),
    char: buildCharacterNgrams(cut.units),
    exact,
    unitEntries: Int32Array.from(cut.units, (unit) => unit.entry),
    encodable: cut.units
      .map(({ text, language, shape }, unit) => ({ unit, text, isEncodable: language === 'en' && shape !== 'answer' }))
      .filter(({ isEncodable, text }) => isEncodable && text.trim() !== '')
      .slice(0, MAX_ENCODED)
      .map(({ unit, text }) => ({ unit, text })),
    spelling: buildSpelling(cut.units, languages),
    dense: null,
  }
}

/** Attaches the vectors of the encodable texts, in their order: from now on questions with a vector are searched by vector too. */
export function attachVectors(index: RetrievalIndex, vectors: readonly (Int8Array | null)[]): void {
  const byUnit: (Int8Array | null)[] = index.units.map(() => null)
  for (const [position, { unit }] of index.encodable.entries()) byUnit[unit] = vectors[position] ?? null
  index.dense = packVectors(byUnit)
  index.encodable = []
}

/**
 * Finds the entries that answer a customer's question, best first, with the confidence of the first. Any text is accepted; a greeting,
 * an empty text or one in another language finds little, with a confidence near 0. `vector` is the encoding of the question; without
 * it, or while the index has no vectors, search is lexical only.
 */
export function search(
  index: RetrievalIndex,
  query: string,
  options: SearchOptions = {},
  vector: Int8Array | null = null,
): SearchResult {
  const limit = Math.min(MAX_MATCHES, Math.max(1, Math.trunc(options.limit ?? USUAL_MATCHES)))
  const ranking = rank(index, query, vector, options.kind, Math.max(limit, USUAL_MATCHES))
  const { languages } = index
  if (ranking.order.length === 0) return { confidence: 0, matches: [], languages, asked: query }
  let least = 1
  const matches = ranking.order.slice(0, limit).map((position): Match => {
    const { id, kind, shape } = index.entries[position]!
    const exact = ranking.exactEntry === position
    const features = ranking.features(position)
    const confidence = estimateConfidence(features, { shape, exact, encoded: ranking.encoded })
    least = Math.min(least, confidence)
    const passage = index.units[ranking.bestUnit(position)]?.passage ?? 0
    return { id, kind, passage, score: ranking.fused[position]!, confidence: least, coverage: features.coverage }
  })
  return { confidence: matches[0]!.confidence, matches, languages, asked: query }
}

export type Ranking = {
  /** Entries that have anything in common with the question, best first. */
  order: number[]
  fused: Float64Array
  exactEntry: number
  /** Whether vectors were used beside the lexical scores. */
  encoded: boolean
  bestUnit(entry: number): number
  features(entry: number): Features
}

/** The ranking with its features, for `search` and for fitting the confidence. */
export function rank(
  index: RetrievalIndex,
  query: string,
  vector: Int8Array | null = null,
  kind?: EntryKind,
  count = USUAL_MATCHES,
): Ranking {
  const { entries, units } = index
  const question = tokenizeQuestion(query, index.languages)
  const bm25 = poolByEntry(entries, units, index.lexical.score(question))
  const char = poolByEntry(entries, units, index.char.score(question))
  const meaning = vector && index.dense ? denseEvidence(index, index.dense, vector) : null
  const fused = new Float64Array(entries.length)
  addStandardisedScores(fused, bm25.scores, index.lexical.weight)
  addStandardisedScores(fused, char.scores, index.char.weight)
  if (meaning) {
    addStandardisedScores(fused, meaning.dense.scores, DENSE_WEIGHT)
    addStandardisedScores(fused, meaning.ridge.scores, RIDGE_WEIGHT)
  }
  const exactEntry = findExact(index, question)
  if (exactEntry >= 0) fused[exactEntry] = Math.max(...top(fused, 1).map((position) => fused[position]!)) + 1
  const sources = [bm25, char, ...(meaning ? [meaning.ridge] : [])]
  const isOfKind = (position: number) => kind === undefined || entries[position]!.kind === kind
  const order = top(
    fused,
    count,
    (position) => isOfKind(position) && sources.some(({ scores }) => scores[position]! > 0),
  )
  const lexical = index.lexical
  return {
    order,
    fused,
    exactEntry,
    encoded: meaning !== null,
    bestUnit: (entry) => bestUnitOf(sources, entry),
    features: (top) => {
      const rivals = order
        .slice(0, USUAL_MATCHES)
        .filter((entry) => entry !== top && entries[entry]!.shape === entries[top]!.shape)
      return extractFeatures({ question, entries, units, lexical, bm25, char, denseEvidence: meaning, top, rivals })
    },
  }
}

function denseEvidence(
  { entries, units, unitEntries }: RetrievalIndex,
  dense: DenseIndex,
  vector: Int8Array,
): DenseEvidence {
  const similarities = cosineSimilarities(dense, vector)
  return {
    cosines: similarities,
    dense: poolByEntry(entries, units, similarities),
    ridge: kernelRidgeScores(dense, entries, unitEntries, similarities),
  }
}

/** The best unit of an entry by the first source that scored it. */
function bestUnitOf(sources: EntryScores[], entry: number): number {
  return (sources.find(({ scores }) => scores[entry]! > 0) ?? sources[0]!).bestUnits[entry]!
}

function findExact(index: RetrievalIndex, question: TokenizedQuestion): number {
  for (const reading of question.byLanguage.values()) {
    const unit = index.exact.get(reading.words.join(' '))
    if (unit !== undefined) return index.units[unit]!.entry
  }
  return -1
}

/** Positions of the `count` highest values, highest first, the earlier entry before its equal. */
function top(values: Float64Array, count: number, eligible: (position: number) => boolean = () => true): number[] {
  const best: number[] = []
  for (let position = 0; position < values.length; position++) {
    if (!eligible(position)) continue
    let at = best.length
    while (at > 0 && values[best[at - 1]!]! < values[position]!) at -= 1
    if (at >= count) continue
    best.splice(at, 0, position)
    if (best.length > count) best.pop()
  }
  return best
}
