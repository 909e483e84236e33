import { readFileSync } from 'node:fs'
import { AgentType } from '#contracts/agent/agent.ts'
import type { Language } from '#contracts/languages.ts'
import { plainText } from './escalation-phrases.ts'
import { normalise, termsOf } from './search-text.ts'
import { bucketsOf, softmax } from './sentence-kinds.ts'
import { wordsInEnglish } from './translate.ts'

/*
 * Which type of agent a message belongs to, in the four languages: two multinomial logistic regressions whose logits are added. One reads
 * words (n-grams of characters, the language's own stems, and the words in English, so that what was learned in one language serves the
 * others), the other the encoder's vector of the English words. `node evals/fit-agent-types.ts --write` makes their weights.
 */

export const AGENT_TYPES = AgentType.options
const TYPES = AGENT_TYPES.length

const GRAM_BUCKETS = 1 << 14
/** N-grams are in the lower half of the buckets, whole words in the upper one. */
export const BUCKETS = 2 * GRAM_BUCKETS
/** The length of the encoder's vectors. */
export const MEANING_DIMENSIONS = 512

/** How much a group of features weighs; within a group the squares of the values add up to the square of this. */
const WEIGHTS = { grams: 1, own: 0.5, english: 1 }
/** The logits of the meaning count half: with the whole the probabilities are too sure. */
const MEANING_WEIGHT = 0.5
/** Only the beginning of a long message is read: its subject is there. */
const MAX_CHARACTERS = 400

export type Feature = { bucket: number; value: number }

function wordBucket(word: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193)
  return GRAM_BUCKETS + ((hash ^ (hash >>> 15)) & (GRAM_BUCKETS - 1))
}

const stemsOf = (text: string, language: Language) =>
  termsOf(normalise(text, language), language).map(({ stem }) => stem)

/** What the encoder reads of a message: the text in English, or word for word what the dictionary knows of it; may be empty. */
export const englishOf = (text: string, language: Language): string =>
  language === 'en' ? text : wordsInEnglish(text, language)

/** The features of a message. */
export function featuresOf(text: string, language: Language): Feature[] {
  const read = text.slice(0, MAX_CHARACTERS)
  const plain = plainText(read).replaceAll(' . ', ' ').replace(/ ?\.$/, '').trim()
  const own = stemsOf(read, language).map((stem) => wordBucket(`${language}${stem}`))
  const english = stemsOf(englishOf(read, language), 'en').map((stem) => wordBucket(`en${stem}`))
  const group = (buckets: number[], weight: number): Feature[] => {
    const distinct = [...new Set(buckets)]
    return distinct.map((bucket) => ({ bucket, value: weight / Math.sqrt(distinct.length) }))
  }
  return [
    ...group(bucketsOf(plain, GRAM_BUCKETS), WEIGHTS.grams),
    ...group(own, WEIGHTS.own),
    ...group(english, WEIGHTS.english),
  ]
}

/** The encoder's vector with the length 1. */
export function unitVector(vector: Int8Array): Float64Array {
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1
  return Float64Array.from(vector, (value) => value / length)
}

/** One regression: `weights` has a row of AGENT_TYPES for each bucket or dimension, `scale` is the value of one step of its bytes. */
export type Regression = { biases: ArrayLike<number>; weights: ArrayLike<number>; scale: number }
/** `temperature`: what the logits are divided by, so that the probabilities are true on sentences that were not fitted on. */
export type AgentTypeModel = { words: Regression; meaning: Regression; temperature: number }

/** The logits of one regression for the features that a message has. */
export function logitsOf({ biases, weights, scale }: Regression, features: Iterable<Feature>): Float64Array {
  const logits = Float64Array.from(biases)
  for (const { bucket, value } of features)
    for (let type = 0; type < TYPES; type++) logits[type]! += value * scale * weights[bucket * TYPES + type]!
  return logits
}

export const meaningFeatures = (vector: Int8Array): Feature[] =>
  Array.from(unitVector(vector), (value, bucket) => ({ bucket, value }))

/** The logits of both regressions together; without a vector those of the words. */
export function joinedLogits(model: AgentTypeModel, features: Feature[], vector: Int8Array | null): Float64Array {
  const logits = logitsOf(model.words, features)
  if (!vector) return logits
  const meaning = logitsOf(model.meaning, meaningFeatures(vector))
  return logits.map((logit, type) => logit + MEANING_WEIGHT * meaning[type]!)
}

type Fitted = Record<'words' | 'meaning', { biases: number[]; scale: number }> & { temperature: number }

let held: AgentTypeModel | null = null

/** Loaded with the first message: memory that an idle server does not need. */
function model(): AgentTypeModel {
  if (held) return held
  const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url))
  const { words, meaning, temperature } = JSON.parse(read('agent-types.json').toString()) as Fitted
  const bytes = new Int8Array(read('agent-types.bin'))
  if (bytes.length !== (BUCKETS + MEANING_DIMENSIONS) * TYPES)
    throw new Error('agent-types.bin was made for other features')
  held = {
    words: { ...words, weights: bytes.subarray(0, BUCKETS * TYPES) },
    meaning: { ...meaning, weights: bytes.subarray(BUCKETS * TYPES) },
    temperature,
  }
  return held
}

/**
 * The probability (0 to 1) that a message belongs to each type of agent. `vector`: the encoder's vector of `englishOf` the message, null
 * where there is none; `prior` is added to the logit of a type, for what is known besides the text.
 */
export function agentTypesOf(
  text: string,
  language: Language,
  vector: Int8Array | null,
  prior: Partial<Record<AgentType, number>> = {},
): Record<AgentType, number> {
  const fitted = model()
  const logits = joinedLogits(fitted, featuresOf(text, language), vector)
  const probabilities = softmax(logits.map((logit, at) => logit / fitted.temperature + (prior[AGENT_TYPES[at]!] ?? 0)))
  return Object.fromEntries(AGENT_TYPES.map((type, at) => [type, probabilities[at]!])) as Record<AgentType, number>
}
