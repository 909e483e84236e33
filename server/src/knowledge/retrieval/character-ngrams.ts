import { createHashVocabulary, type HashVocabulary } from './hash-vocabulary.ts'
import { addOccurrences, addPostings, createPostings, type Postings } from './postings.ts'
import type { ScoreSource, TokenizedUnit } from './scoring-units.ts'

const SIZES = [3, 4, 5]
/** Passages keep one size only, within words: a paragraph has some 2,000 n-grams of three sizes, of this one 400. */
const PASSAGE_SIZE = 4
/** Overlap with a paragraph comes easier than likeness to a question; brings both to one scale. */
const PASSAGE_SCALE = 0.5
const BACKGROUND_UNITS = 60

type GramIndex = { keys: HashVocabulary; idf: Float32Array; unknownIdf: number; postings: Postings }

/**
 * Likeness by runs of characters, which survives typing errors, compounds and forms the stemmer misses. Questions are
 * compared by tf-idf cosine over runs of 3 to 5 characters; for passages it is the share of the question's runs found.
 */
export function buildCharacterNgrams(units: TokenizedUnit[]): ScoreSource {
  const questions = buildGrams(units, 'question', questionGrams)
  const passages = buildGrams(units, 'passage', passageGrams)
  const unitCount = units.length
  return {
    name: 'char',
    weight: 0.7,
    score(question) {
      const scores = new Float32Array(unitCount)
      const words = question.byLanguage.values().next().value?.words ?? []
      addCosine(questions, questionGrams(words), scores)
      addShare(passages, passageGrams(words), scores)
      return scores
    },
  }
}

/** Runs of 3 to 5 characters across the whole text, as 32-bit hashes, repeated as often as they occur. */
function questionGrams(words: string[]): number[] {
  const grams: number[] = []
  if (words.length > 0) for (const size of SIZES) addGrams(` ${words.join(' ')} `, size, grams)
  return grams
}

/** Short words are left out: a paragraph has them all, in any of the languages. */
function passageGrams(words: string[]): number[] {
  const grams: number[] = []
  for (const word of words) if (word.length >= PASSAGE_SIZE) addGrams(` ${word} `, PASSAGE_SIZE, grams)
  return grams
}

/** FNV-1a over UTF-16 units. */
function addGrams(text: string, size: number, grams: number[]): void {
  for (let start = 0; start + size <= text.length; start++) {
    let hash = 0x811c9dc5 ^ size
    for (let at = start; at < start + size; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    grams.push(hash)
  }
}

function buildGrams(
  units: TokenizedUnit[],
  shape: 'question' | 'passage',
  gramsOf: (words: string[]) => number[],
): GramIndex {
  const keys = createHashVocabulary()
  const frequency: number[] = []
  const lastUnit: number[] = []
  const lastPlace: number[] = []
  const collected = createPostings()
  let counted = 0
  for (const [position, unit] of units.entries()) {
    if (unit.shape !== shape) continue
    counted += 1
    for (const gram of gramsOf(unit.words)) {
      const key = keys.add(gram)
      if (lastUnit[key] === position) {
        collected.bump(lastPlace[key]!)
        continue
      }
      frequency[key] = (frequency[key] ?? 0) + 1
      lastUnit[key] = position
      lastPlace[key] = collected.add(key, position, 1)
    }
  }
  const idfOf = (df: number) => Math.log((1 + counted + BACKGROUND_UNITS) / (1 + df)) + 1
  const idf = Float32Array.from(frequency, idfOf)
  if (shape === 'question') toUnitVectors(collected, idf, units.length)
  return { keys, idf, unknownIdf: idfOf(0), postings: collected.pack(keys.size) }
}

/** Turns counts into tf-idf weights, each unit's of length 1. Passages keep counts: their share asks only what occurs. */
function toUnitVectors(collected: ReturnType<typeof createPostings>, idf: Float32Array, unitCount: number): void {
  const squares = new Float64Array(unitCount)
  collected.reweigh((key, unit, count) => {
    const weight = (1 + Math.log(count)) * idf[key]!
    squares[unit]! += weight * weight
    return weight
  })
  collected.reweigh((_key, unit, weight) => weight / Math.sqrt(squares[unit]!))
}

/** Different runs of a question with their counts; key -1 = nowhere in the index. */
function weighGrams(index: GramIndex, grams: number[]) {
  const counts = new Map<number, number>()
  for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1)
  return [...counts].map(([gram, count]) => {
    const key = index.keys.find(gram)
    return { key, count, idf: key < 0 ? index.unknownIdf : index.idf[key]! }
  })
}

function addCosine(index: GramIndex, grams: number[], scores: Float32Array): void {
  const weights = weighGrams(index, grams).map(({ key, count, idf }) => ({ key, weight: (1 + Math.log(count)) * idf }))
  const length = Math.sqrt(weights.reduce((sum, { weight }) => sum + weight * weight, 0))
  for (const { key, weight } of weights) if (key >= 0) addPostings(index.postings, key, weight / length, scores)
}

function addShare(index: GramIndex, grams: number[], scores: Float32Array): void {
  const weights = weighGrams(index, grams)
  const all = weights.reduce((sum, { idf }) => sum + idf, 0)
  for (const { key, idf } of weights)
    if (key >= 0) addOccurrences(index.postings, key, (PASSAGE_SCALE * idf) / all, scores)
}
