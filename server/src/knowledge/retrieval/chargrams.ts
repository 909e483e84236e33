import { addPostings, createPostings, type Postings } from './postings.ts'
import type { ReadUnit, ScoreSource } from './source.ts'

const SIZES = [3, 4, 5]
/** Passages keep one size only, within words: a paragraph has some 2,000 n-grams of three sizes, of this one 400. */
const PASSAGE_SIZE = 4
/** Overlap with a paragraph comes easier than likeness to a question; brings both to one scale. */
const PASSAGE_SCALE = 0.5
const BACKGROUND_UNITS = 60

type Grams = Map<number, number>
type GramIndex = { keys: Map<number, number>; idf: Float32Array; unknownIdf: number; postings: Postings }

/**
 * Likeness by runs of characters, which survives typing errors, compounds and forms the stemmer misses. Questions are
 * compared by tf-idf cosine over runs of 3 to 5 characters; for passages it is the share of the question's runs found.
 */
export function buildCharGrams(units: ReadUnit[]): ScoreSource {
  const questions = buildGrams(units, 'question', (unit) => questionGrams(unit.words))
  const passages = buildGrams(units, 'passage', (unit) => passageGrams(unit.words))
  const unitCount = units.length
  return {
    name: 'char',
    weight: 0.7,
    score(question) {
      const scores = new Float32Array(unitCount)
      const words = question.readings.values().next().value?.words ?? []
      addCosine(questions, questionGrams(words), scores)
      addShare(passages, passageGrams(words), scores)
      return scores
    },
  }
}

/** Runs of 3 to 5 characters across the whole text, as 32-bit hashes with their counts. */
function questionGrams(words: string[]): Grams {
  const grams: Grams = new Map()
  if (words.length > 0) for (const size of SIZES) countGrams(` ${words.join(' ')} `, size, grams)
  return grams
}

/** Short words are left out: a paragraph has them all, in any of the languages. */
function passageGrams(words: string[]): Grams {
  const grams: Grams = new Map()
  for (const word of words) if (word.length >= PASSAGE_SIZE) countGrams(` ${word} `, PASSAGE_SIZE, grams)
  return grams
}

function countGrams(text: string, size: number, grams: Grams): void {
  for (let start = 0; start + size <= text.length; start++) {
    let hash = 0x811c9dc5 ^ size
    for (let at = start; at < start + size; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
    grams.set(hash, (grams.get(hash) ?? 0) + 1)
  }
}

function buildGrams(units: ReadUnit[], shape: 'question' | 'passage', gramsOf: (unit: ReadUnit) => Grams): GramIndex {
  const keys = new Map<number, number>()
  const frequency: number[] = []
  let counted = 0
  for (const unit of units) {
    if (unit.shape !== shape) continue
    counted += 1
    for (const gram of gramsOf(unit).keys()) {
      const key = keys.get(gram) ?? keys.size
      if (key === keys.size) {
        keys.set(gram, key)
        frequency.push(0)
      }
      frequency[key]! += 1
    }
  }
  const idfOf = (df: number) => Math.log((1 + counted + BACKGROUND_UNITS) / (1 + df)) + 1
  const idf = Float32Array.from(frequency, idfOf)
  const collected = createPostings()
  for (const [position, unit] of units.entries()) {
    if (unit.shape !== shape) continue
    const weighted = [...gramsOf(unit)].map(([gram, count]): [number, number] => {
      const key = keys.get(gram)!
      return [key, (1 + Math.log(count)) * idf[key]!]
    })
    const length = Math.hypot(...weighted.map(([, weight]) => weight)) || 1
    // A passage needs only to know that the run occurs.
    for (const [key, weight] of weighted) collected.add(key, position, shape === 'question' ? weight / length : 1)
  }
  return { keys, idf, unknownIdf: idfOf(0), postings: collected.pack(keys.size) }
}

function addCosine(index: GramIndex, grams: Grams, scores: Float32Array): void {
  const weights = [...grams].map(([gram, count]) => {
    const key = index.keys.get(gram)
    const idf = key === undefined ? index.unknownIdf : index.idf[key]!
    return { key, weight: (1 + Math.log(count)) * idf }
  })
  const length = Math.sqrt(weights.reduce((sum, { weight }) => sum + weight * weight, 0)) || 1
  for (const { key, weight } of weights) {
    if (key !== undefined) addPostings(index.postings, key, weight / length, scores)
  }
}

function addShare(index: GramIndex, grams: Grams, scores: Float32Array): void {
  const weights = [...grams.keys()].map((gram) => {
    const key = index.keys.get(gram)
    return { key, weight: key === undefined ? index.unknownIdf : index.idf[key]! }
  })
  const all = weights.reduce((sum, { weight }) => sum + weight, 0)
  for (const { key, weight } of weights) {
    if (key !== undefined) addPostings(index.postings, key, (PASSAGE_SCALE * weight) / all, scores)
  }
}
