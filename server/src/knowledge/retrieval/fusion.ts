import type { IndexedEntry, Unit } from './scoring-units.ts'

/** Weight of the score of a FAQ's answer: customers use words of the answer, but it is not the question. */
const ANSWER_WEIGHT = 0.25

/** Scores of one source by entry, and the best unit of each entry. */
export type EntryScores = { scores: Float32Array; bestUnits: Int32Array }

/**
 * One score per entry: for a FAQ the mean of its two best phrasings (one lucky phrasing is not enough) plus a little of
 * its answer; for an article or document its best passage.
 */
export function poolByEntry(entries: IndexedEntry[], units: Unit[], unitScores: Float32Array): EntryScores {
  const scores = new Float32Array(entries.length)
  const bestUnits = new Int32Array(entries.length).fill(-1)
  for (const [position, entry] of entries.entries()) {
    let best = 0
    let second = 0
    let answer = 0
    let phrasings = 0
    for (let unit = entry.first; unit < entry.first + entry.count; unit++) {
      const score = unitScores[unit]!
      if (units[unit]!.shape === 'answer') {
        answer = score
        continue
      }
      phrasings += 1
      if (score > best || bestUnits[position] === -1) bestUnits[position] = unit
      if (score > best) {
        second = best
        best = score
      } else if (score > second) second = score
    }
    const pooled = entry.shape === 'question' && phrasings > 1 ? (best + second) / 2 : best
    scores[position] = pooled + ANSWER_WEIGHT * answer
  }
  return { scores, bestUnits }
}

/** Adds `weight ×` the standardised scores to `fused`, so that sources of different scale are comparable. */
export function addStandardisedScores(fused: Float64Array, scores: Float32Array, weight: number): void {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / scores.length
  if (!(variance > 1e-12)) return
  const factor = weight / Math.sqrt(variance)
  for (let i = 0; i < scores.length; i++) fused[i]! += factor * (scores[i]! - mean)
}
