import { createHashVocabulary, type HashVocabulary } from './hash-vocabulary.ts'
import { addOccurrences, addPostings, createPostings, type Postings } from './postings.ts'
import type { ScoreSource, TokenizedUnit } from './scoring-units.ts'

const SIZES = [3, 4, 5]
/** Passages are indexed by one n-gram size, within words: a paragraph has about 400 of this size, and 2,000 of all three. */
const PASSAGE_SIZE = 4
/** Scales overlap with a paragraph, which is higher than similarity to a question, to the same range. */
const PASSAGE_SCALE = 0.5
const BACKGROUND_UNITS = 60

type NgramIndex = { keys: HashVocabulary; idf: Float32Array; unknownIdf: number; postings: Postings }

/**
 * Similarity by character n-grams, which tolerates typing errors, compounds and forms the stemmer misses. For questions it is the
 * tf-idf cosine over n-grams of 3 to 5 characters; for passages the share of the question's n-grams that occur.
 */
export function buildCharacterNgrams(units: TokenizedUnit[]): ScoreSource {
  const questions = buildNgramIndex(units, 'question', questionNgrams)
  const passages = buildNgramIndex(units, 'passage', passageNgrams)
  const unitCount = units.length
  return {
    name: 'char',
    weight: 0.7,
    score(question) {
      const scores = new Float32Array(unitCount)
      const words = question.byLanguage.values().next().value?.words ?? []
      addCosine(questions, questionNgrams(words), scores)
      addShare(passages, passageNgrams(words), scores)
      return scores
    },
  }
}

/** N-grams of 3 to 5 characters across the whole text, as 32-bit hashes, repeated as often as they occur. */
function questionNgrams(words: string[]): number[] {
  const ngrams: number[] = []
  if (words.length > 0) for (const size of SIZES) addNgrams(` ${words.join(' ')} `, size, ngrams)
  return ngrams
}

/** Short words are left out, because every paragraph has them. */
function passageNgrams(words: string[]): number[] {
  const ngrams: number[] = []
  for (const word of words) if (word.length >= PASSAGE_SIZE) addNgrams(` ${word} `, PASSAGE_SIZE, ngrams)
  return ngrams
}

/** FNV-1a over UTF-16 units. */
function addNgrams(text: string, size: number, ngrams: number[]): void {
  for (let start = 0; start + size <= text.length; start++) {
    let hash = 0x811c9dc5 ^ size
    for (let at = start; at < start + size; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    ngrams.push(hash)
  }
}

function buildNgramIndex(
  units: TokenizedUnit[],
  shape: 'question' | 'passage',
  ngramsOf: (words: string[]) => number[],
): NgramIndex {
  const keys = createHashVocabulary()
  const frequency: number[] = []
  const lastUnit: number[] = []
  const lastPosition: number[] = []
  const collected = createPostings()
  let unitsOfShape = 0
  for (const [position, unit] of units.entries()) {
    if (unit.shape !== shape) continue
    unitsOfShape += 1
    for (const ngram of ngramsOf(unit.words)) {
      const key = keys.add(ngram)
      if (lastUnit[key] === position) {
        collected.bump(lastPosition[key]!)
        continue
      }
      frequency[key] = (frequency[key] ?? 0) + 1
      lastUnit[key] = position
      lastPosition[key] = collected.add(key, position, 1)
    }
  }
  const idfOf = (df: number) => Math.log((1 + unitsOfShape + BACKGROUND_UNITS) / (1 + df)) + 1
  const idf = Float32Array.from(frequency, idfOf)
  if (shape === 'question') toUnitVectors(collected, idf, units.length)
  return { keys, idf, unknownIdf: idfOf(0), postings: collected.pack(keys.size) }
}

/** Turns counts into tf-idf weights with a vector length of 1 per unit. Passages keep counts: the share needs only the occurrence. */
function toUnitVectors(collected: ReturnType<typeof createPostings>, idf: Float32Array, unitCount: number): void {
  const squares = new Float64Array(unitCount)
  collected.reweigh((key, unit, count) => {
    const weight = (1 + Math.log(count)) * idf[key]!
    squares[unit]! += weight * weight
    return weight
  })
  collected.reweigh((_key, unit, weight) => weight / Math.sqrt(squares[unit]!))
}

/** Distinct n-grams of a question with their counts; key -1: not in the index. */
function weighNgrams(index: NgramIndex, ngrams: number[]) {
  const counts = new Map<number, number>()
  for (const ngram of ngrams) counts.set(ngram, (counts.get(ngram) ?? 0) + 1)
  return [...counts].map(([ngram, count]) => {
    const key = index.keys.find(ngram)
    return { key, count, idf: key < 0 ? index.unknownIdf : index.idf[key]! }
  })
}

function addCosine(index: NgramIndex, ngrams: number[], scores: Float32Array): void {
  const weights = weighNgrams(index, ngrams).map(({ key, count, idf }) => ({
    key,
    weight: (1 + Math.log(count)) * idf,
  }))
  const length = Math.sqrt(weights.reduce((sum, { weight }) => sum + weight * weight, 0))
  for (const { key, weight } of weights) if (key >= 0) addPostings(index.postings, key, weight / length, scores)
}

function addShare(index: NgramIndex, ngrams: number[], scores: Float32Array): void {
  const weights = weighNgrams(index, ngrams)
  const all = weights.reduce((sum, { idf }) => sum + idf, 0)
  for (const { key, idf } of weights)
    if (key >= 0) addOccurrences(index.postings, key, (PASSAGE_SCALE * idf) / all, scores)
}
