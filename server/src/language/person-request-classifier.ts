import { readFileSync } from 'node:fs'

/*
 * A logistic regression over n-grams of 2 to 5 characters that classifies requests for a person, in the four languages and in spite of
 * typing errors. `node evals/fit-escalation.ts --write` makes its weights.
 */

/** The number of hash buckets of the n-grams; each has a weight of one byte. */
export const BUCKETS = 1 << 14
const SIZES = [2, 3, 4, 5]
/** From this probability on a sentence counts as a request for a person. */
export const REQUEST_FROM = 0.7
/** Only the beginning of a long sentence is classified. */
const MAX_WORDS = 40

type Model = { bias: number; scale: number; weights: Int8Array }

/** The buckets of a sentence (plain text, see `plainText`) with the weight of each; together of length 1. */
export function gramsOf(sentence: string): Map<number, number> {
  const text = ` ${sentence.split(' ').slice(0, MAX_WORDS).join(' ')} `
  const buckets = new Set<number>()
  for (const size of SIZES) {
    for (let start = 0; start + size <= text.length; start++) {
      let hash = 0x811c9dc5 ^ size
      for (let at = start; at < start + size; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
      buckets.add((hash ^ (hash >>> 15)) & (BUCKETS - 1))
    }
  }
  const weight = 1 / Math.sqrt(Math.max(1, buckets.size))
  return new Map([...buckets].map((bucket) => [bucket, weight]))
}

let held: Model | null = null

/** Loaded with the first message: memory that an idle server does not need. */
function model(): Model {
  if (held) return held
  const file = new URL('./person-request-weights.json', import.meta.url)
  const { bias, scale, weights } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string | number>
  held = { bias: Number(bias), scale: Number(scale), weights: new Int8Array(Buffer.from(String(weights), 'base64')) }
  return held
}

/** Whether the classifier recognises a request for a person in a sentence. */
export const soundsLikeRequest = (sentence: string): boolean => requestProbability(sentence) >= REQUEST_FROM

/** Probability (0 to 1) that a sentence asks for a person. */
function requestProbability(sentence: string): number {
  const { bias, scale, weights } = model()
  let sum = bias
  for (const [bucket, weight] of gramsOf(sentence)) sum += weight * weights[bucket]! * scale
  return 1 / (1 + Math.exp(-sum))
}
