import { solveCholesky } from './cholesky.ts'
import { DIMENSIONS } from './encoder/model.ts'
import type { EntryScores } from './fusion.ts'
import type { IndexedEntry } from './scoring-units.ts'

/** How many of the nearest texts the kernel ridge uses; of 385 texts, the 64 nearest give the same ranking as all. */
const NEIGHBOURS = 96
/** Regularisation of the kernel ridge (0.1 to 1 give the same ranking on the development data). */
const RIDGE = 0.5

/** The vectors of an index, one per unit, in one block. */
export type DenseIndex = {
  /** Unit by unit, `DIMENSIONS` numbers each; zeros where a unit has none (other languages, answers). */
  vectors: Int8Array
  /** 1 / length of each unit's vector, 0 where it has none. */
  inverseLengths: Float32Array
  /** Products of pairs of units, each computed when a search first needs it; null for an index of many units. */
  products: Int32Array | null
}

/** Up to so many units the products of their pairs are kept: half a megabyte. They are what a search computes longest. */
const MAX_KEPT = 512
const NOT_COMPUTED = -(2 ** 31)

/** Packs vectors for search; `vectors[unit]` is null for a unit without one. Null if no unit has one. */
export function packVectors(vectors: readonly (Int8Array | null)[]): DenseIndex | null {
  if (vectors.every((vector) => vector === null)) return null
  const block = new Int8Array(vectors.length * DIMENSIONS)
  const inverseLengths = new Float32Array(vectors.length)
  for (const [unit, vector] of vectors.entries()) {
    if (!vector) continue
    block.set(vector, unit * DIMENSIONS)
    inverseLengths[unit] = inverseLength(vector, 0)
  }
  const pairs = (vectors.length * (vectors.length + 1)) / 2
  const products = vectors.length <= MAX_KEPT ? new Int32Array(pairs).fill(NOT_COMPUTED) : null
  return { vectors: block, inverseLengths, products }
}

/** Cosine similarity of two vectors of the encoder, -1 to 1. */
export const cosine = (a: Int8Array, b: Int8Array): number =>
  product(a, 0, b, 0) * inverseLength(a, 0) * inverseLength(b, 0)

function inverseLength(vector: Int8Array, start: number): number {
  const square = product(vector, start, vector, start)
  return square === 0 ? 0 : 1 / Math.sqrt(square)
}

function product(a: Int8Array, aStart: number, b: Int8Array, bStart: number): number {
  let sum = 0
  for (let i = 0; i < DIMENSIONS; i += 4) {
    sum +=
      a[aStart + i]! * b[bStart + i]! +
      a[aStart + i + 1]! * b[bStart + i + 1]! +
      a[aStart + i + 2]! * b[bStart + i + 2]! +
      a[aStart + i + 3]! * b[bStart + i + 3]!
  }
  return sum
}

/** Cosine similarity (0 to 1) of every unit to the question. About 0.5 µs a unit. */
export function cosineSimilarities(dense: DenseIndex, question: Int8Array): Float32Array {
  const questionInverseLength = inverseLength(question, 0)
  return Float32Array.from(dense.inverseLengths, (inverse, unit) => {
    if (inverse === 0) return 0
    return Math.max(0, product(dense.vectors, unit * DIMENSIONS, question, 0) * inverse * questionInverseLength)
  })
}

/**
 * Kernel ridge regression over the texts nearest to the question: how much each entry's texts together explain it, given the texts of
 * the others. A cosine compares the question with one text; this compares it with one text rather than the others. The system is
 * solved for each question (about 4 ms for the first ones), so nothing is fitted when the knowledge changes. About 0 to 1 per entry: the sum over the
 * phrasings of a FAQ, the best passage of a document.
 */
export function kernelRidgeScores(
  dense: DenseIndex,
  entries: IndexedEntry[],
  unitEntries: Int32Array,
  similarities: Float32Array,
): EntryScores {
  const near = nearest(similarities)
  const rows = near.map((a, i) => {
    const row = new Float64Array(near.length)
    for (let j = 0; j <= i; j++) row[j] = kernel(cosineOf(dense, a, near[j]!))
    row[i]! += RIDGE
    return row
  })
  const weights = solveCholesky(
    rows,
    Float64Array.from(near, (unit) => kernel(similarities[unit]!)),
  )
  const scores = new Float32Array(entries.length)
  const bestUnits = new Int32Array(entries.length).fill(-1)
  for (const [position, unit] of near.entries()) {
    const entry = unitEntries[unit]!
    const weight = weights[position]!
    // `near` is sorted by similarity.
    if (bestUnits[entry] === -1) bestUnits[entry] = unit
    if (entries[entry]!.shape === 'question') scores[entry]! += weight
    else scores[entry] = Math.max(scores[entry]!, weight)
  }
  return { scores, bestUnits }
}

const kernel = (cosine: number) => Math.exp(2 * cosine - 2)

const cosineOf = (dense: DenseIndex, a: number, b: number): number =>
  productOf(dense, a, b) * dense.inverseLengths[a]! * dense.inverseLengths[b]!

function productOf({ vectors, products }: DenseIndex, a: number, b: number): number {
  const pair = a < b ? (b * (b + 1)) / 2 + a : (a * (a + 1)) / 2 + b
  const kept = products?.[pair] ?? NOT_COMPUTED
  if (kept !== NOT_COMPUTED) return kept
  const computed = product(vectors, a * DIMENSIONS, vectors, b * DIMENSIONS)
  if (products) products[pair] = computed
  return computed
}

/** The units most similar to the question, most similar first. */
function nearest(similarities: Float32Array): number[] {
  const least = similarities.slice().sort().at(-NEIGHBOURS) ?? 0
  const found: number[] = []
  for (let unit = 0; unit < similarities.length; unit++) {
    if (similarities[unit]! > 0 && similarities[unit]! >= least) found.push(unit)
  }
  return found.sort((a, b) => similarities[b]! - similarities[a]! || a - b).slice(0, NEIGHBOURS)
}
