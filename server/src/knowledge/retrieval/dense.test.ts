import { describe, expect, it } from 'vitest'
import { cpuMs } from '#test/time-bound.ts'
import { solveCholesky } from './cholesky.ts'
import { cosineSimilarities, type DenseIndex, kernelRidgeScores, packVectors } from './dense.ts'
import { DIMENSIONS } from './encoder/model.ts'
import type { IndexedEntry } from './scoring-units.ts'

/** A vector with the given components. */
const vector = (axes: Record<number, number>): Int8Array => {
  const made = new Int8Array(DIMENSIONS)
  for (const [axis, value] of Object.entries(axes)) made[Number(axis)] = value
  return made
}
const faq = (first: number, count: number): IndexedEntry => ({
  id: `f${first}`,
  kind: 'faq',
  shape: 'question',
  first,
  count,
})

describe('cosine similarities', () => {
  it('depend on the direction only; a unit without a vector has 0', () => {
    const dense = packVectors([vector({ 0: 100 }), vector({ 0: 3 }), vector({ 0: 60, 1: 80 }), null])!
    const likeness = cosineSimilarities(dense, vector({ 0: 77 }))
    expect([...likeness].map((value) => Number(value.toFixed(3)))).toEqual([1, 1, 0.6, 0])
  })

  it('packVectors gives null when no text has a vector', () => {
    expect(packVectors([null, null])).toBeNull()
    expect(packVectors([])).toBeNull()
  })

  it('and ridge scores of 20,000 texts take less than 600 ms', () => {
    const one = vector({ 1: 20, 7: -30, 500: 90 })
    const dense = packVectors(Array.from({ length: 20_000 }, () => one))!
    const entries = [faq(0, 20_000)]
    const owners = new Int32Array(20_000)
    cosineSimilarities(dense, one)
    const started = cpuMs()
    kernelRidgeScores(dense, entries, owners, cosineSimilarities(dense, one))
    expect(cpuMs() - started).toBeLessThan(600)
  })
})

describe('kernel ridge scores', () => {
  it('prefer the entry whose texts explain the question together', () => {
    // Two near phrasings of one FAQ against a single one that is a little nearer.
    const texts = [vector({ 0: 90, 1: 40 }), vector({ 0: 90, 2: 40 }), vector({ 0: 95, 3: 35 }), vector({ 9: 100 })]
    const entries = [faq(0, 2), faq(2, 1), faq(3, 1)]
    const dense = packVectors(texts)!
    const { scores, bestUnits } = kernelRidgeScores(
      dense,
      entries,
      Int32Array.of(0, 0, 1, 2),
      cosineSimilarities(dense, vector({ 0: 100 })),
    )
    expect(scores[0]).toBeGreaterThan(scores[1]!)
    expect(scores[1]).toBeGreaterThan(scores[2]!)
    expect([...bestUnits.slice(0, 2)]).toEqual([0, 2])
  })

  it('are the same at every search, and in an index whose products of pairs are not kept', () => {
    const vectors = Array.from({ length: 40 }, (_, n) => vector({ 0: 90 - n, [1 + (n % 7)]: 3 * n, 8: n }))
    const entries = vectors.map((_, n) => faq(n, 1))
    const owners = Int32Array.from(vectors, (_, n) => n)
    const scoresOf = (dense: DenseIndex, question: Int8Array) =>
      kernelRidgeScores(dense, entries, owners, cosineSimilarities(dense, question)).scores
    const kept = packVectors(vectors)!
    const many = packVectors([...vectors, ...Array.from({ length: 600 }, () => null)])!
    expect([kept.products !== null, many.products]).toEqual([true, null])
    for (const question of [vector({ 0: 100 }), vector({ 3: 100, 0: 40 }), vector({ 0: 100 })]) {
      expect(scoresOf(kept, question)).toEqual(scoresOf(many, question))
    }
  })

  it('of a document are that of the best passage, not the sum', () => {
    const texts = [vector({ 0: 60, 1: 60 }), vector({ 0: 60, 2: 60 }), vector({ 0: 60, 3: 60 }), vector({ 0: 100 })]
    const shapes: IndexedEntry[] = [
      { id: 'long', kind: 'document', shape: 'passage', first: 0, count: 3 },
      { id: 'short', kind: 'document', shape: 'passage', first: 3, count: 1 },
    ]
    const dense = packVectors(texts)!
    const { scores } = kernelRidgeScores(
      dense,
      shapes,
      Int32Array.of(0, 0, 0, 1),
      cosineSimilarities(dense, vector({ 0: 100, 4: 10 })),
    )
    expect(scores[1]).toBeGreaterThan(scores[0]!)
  })
})

it('solveCholesky solves a positive definite system', () => {
  const rows = [Float64Array.of(4, 0, 0), Float64Array.of(2, 5, 0), Float64Array.of(1, 3, 6)]
  const x = solveCholesky(rows, Float64Array.of(9, 21, 25))
  // 4x+2y+z, 2x+5y+3z, x+3y+6z of (1, 2, 3) would be 11, 21, 25.
  expect(4 * x[0]! + 2 * x[1]! + x[2]!).toBeCloseTo(9)
  expect(2 * x[0]! + 5 * x[1]! + 3 * x[2]!).toBeCloseTo(21)
  expect(x[0]! + 3 * x[1]! + 6 * x[2]!).toBeCloseTo(25)
})
