import { solveCholesky } from './cholesky.ts'
import { DIMENSIONS } from './encoder/model.ts'
import type { EntryScores } from './fusion.ts'
import type { IndexedEntry } from './scoring-units.ts'

/** How many of the nearest texts the ridge looks at; of 385 the 64 nearest decide as well as all. */
const NEIGHBOURS = 96
/** How little a single text is trusted (0.1 to 1 rank alike on the development data). */
const RIDGE = 0.5

/** What the encoder knows of an index: for every unit its vector, in one block. */
export type DenseIndex = {
  /** Unit by unit, `DIMENSIONS` numbers each; zeros where a unit has none (other languages, answers). */
  vectors: Int8Array
  /** 1 / length of each unit's vector, 0 where it has none. */
  inverseLengths: Float32Array
}

/** Lays vectors out for search; `vectors[unit]` is null where a unit has none. Null when none has. */
export function packVectors(vectors: readonly (Int8Array | null)[]): DenseIndex | null {
  if (vectors.every((vector) => vector === null)) return null
  const block = new Int8Array(vectors.length * DIMENSIONS)
  const inverseLengths = new Float32Array(vectors.length)
  for (const [unit, vector] of vectors.entries()) {
    if (!vector) continue
    block.set(vector, unit * DIMENSIONS)
    inverseLengths[unit] = inverseLength(vector, 0)
  }
  return { vectors: block, inverseLengths }
}

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

/** Likeness in meaning of every unit to the question: the cosine, 0 to 1. About 0.5 µs a unit. */
export function cosineSimilarities(dense: DenseIndex, question: Int8Array): Float32Array {
  const own = inverseLength(question, 0)
  return Float32Array.from(dense.inverseLengths, (inverse, unit) => {
    if (inverse === 0) return 0
    return Math.max(0, product(dense.vectors, unit * DIMENSIONS, question, 0) * inverse * own)
  })
}

/**
 * Kernel ridge over the phrasings nearest to the question: how much each entry's texts together explain it, given that the
 * others' do too. Where cosines ask "is it like this one", this asks "is it like this one rather than those". The system is
 * solved for each question (some 4 ms), so nothing has to be fitted when the knowledge changes. About 0 to 1 per entry: a FAQ's
 * phrasings add up, of a document the best passage counts.
 */
export function kernelRidgeScores(
  dense: DenseIndex,
  entries: IndexedEntry[],
  unitEntries: Int32Array,
  likeness: Float32Array,
): EntryScores {
  const near = nearest(likeness)
  const rows = near.map((a, i) => {
    const row = new Float64Array(near.length)
    for (let j = 0; j <= i; j++) row[j] = kernel(cosineOf(dense, a, near[j]!))
    row[i]! += RIDGE
    return row
  })
  const weights = solveCholesky(
    rows,
    Float64Array.from(near, (unit) => kernel(likeness[unit]!)),
  )
  const scores = new Float32Array(entries.length)
  const bestUnits = new Int32Array(entries.length).fill(-1)
  for (const [position, unit] of near.entries()) {
    const entry = unitEntries[unit]!
    const weight = weights[position]!
    // `near` goes from the nearest on.
    if (bestUnits[entry] === -1) bestUnits[entry] = unit
    if (entries[entry]!.shape === 'question') scores[entry]! += weight
    else scores[entry] = Math.max(scores[entry]!, weight)
  }
  return { scores, bestUnits }
}

const kernel = (cosine: number) => Math.exp(2 * cosine - 2)

const cosineOf = ({ vectors, inverseLengths }: DenseIndex, a: number, b: number): number =>
  product(vectors, a * DIMENSIONS, vectors, b * DIMENSIONS) * inverseLengths[a]! * inverseLengths[b]!

/** Units most like the question, the most alike first. */
function nearest(likeness: Float32Array): number[] {
  const least = likeness.slice().sort().at(-NEIGHBOURS) ?? 0
  const found: number[] = []
  for (let unit = 0; unit < likeness.length; unit++) {
    if (likeness[unit]! > 0 && likeness[unit]! >= least) found.push(unit)
  }
  return found.sort((a, b) => likeness[b]! - likeness[a]! || a - b).slice(0, NEIGHBOURS)
}
