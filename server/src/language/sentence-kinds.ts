import { readFileSync } from 'node:fs'

/*
 * What a sentence of a customer is, in the four languages and in spite of typing errors: a multinomial logistic regression over n-grams
 * of characters and words. `node evals/fit-sentences.ts --write` makes its weights.
 */

/** `none` is every other sentence: a question for the knowledge, a statement. */
export const SENTENCE_KINDS = [
  'none',
  'greeting',
  'thanks',
  'goodbye',
  'praise',
  'ok',
  'apology',
  'help',
  'phone',
  'email',
  'address',
  'hours',
  'open_now',
  'emergency_phone',
  'identity',
  'robot',
  'abilities',
  'person',
  'complaint',
  'anger',
  'emergency',
] as const
export type SentenceKind = (typeof SENTENCE_KINDS)[number]

/** The number of hash buckets of the features; each has a weight of one byte for each kind. */
export const BUCKETS = 1 << 16
const SIZES = [2, 3, 4, 5]
/** Only the beginning of a long sentence is classified. */
const MAX_WORDS = 40

/** The buckets of a sentence (plain text, see `plainText`), each once. `count`: how many buckets there are, a power of two. */
export function bucketsOf(sentence: string, count = BUCKETS): number[] {
  const words = sentence.split(' ').slice(0, MAX_WORDS)
  const text = ` ${words.join(' ')} `
  const buckets = new Set<number>()
  const add = (from: number, to: number, seed: number, source: string) => {
    let hash = 0x811c9dc5 ^ seed
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ source.charCodeAt(at), 0x01000193)
    buckets.add((hash ^ (hash >>> 15)) & (count - 1))
  }
  for (const size of SIZES)
    for (let start = 0; start + size <= text.length; start++) add(start, start + size, size, text)
  for (const [at, word] of words.entries()) {
    add(0, word.length, 17, word)
    const pair = `${words[at - 1] ?? ''} ${word}`
    add(0, pair.length, 19, pair)
  }
  const last = `${words.at(-1)} $`
  add(0, last.length, 23, last)
  return [...buckets]
}

type Model = { biases: number[]; scale: number; weights: Int8Array }

let held: Model | null = null

/** Loaded with the first message: memory that an idle server does not need. */
function model(): Model {
  if (held) return held
  const read = (name: string) => readFileSync(new URL(`./${name}`, import.meta.url))
  const { biases, scale } = JSON.parse(read('sentence-kinds.json').toString()) as Pick<Model, 'biases' | 'scale'>
  held = { biases, scale, weights: new Int8Array(read('sentence-kinds.bin')) }
  return held
}

/** Probability (0 to 1) of each kind, in the order of SENTENCE_KINDS, from summed weights. */
export function softmax(sums: Float64Array): Float64Array {
  const highest = Math.max(...sums)
  const powers = sums.map((sum) => Math.exp(sum - highest))
  const total = powers.reduce((sum, power) => sum + power, 0)
  return powers.map((power) => power / total)
}

/** The probability of each kind for a sentence (plain text, see `plainText`), in the order of SENTENCE_KINDS. */
export function probabilitiesOf(sentence: string): Float64Array {
  const { biases, scale, weights } = model()
  const kinds = SENTENCE_KINDS.length
  const sums = Float64Array.from(biases)
  const buckets = bucketsOf(sentence)
  const value = scale / Math.sqrt(Math.max(1, buckets.length))
  for (const bucket of buckets) {
    for (let kind = 0; kind < kinds; kind++) sums[kind]! += value * weights[bucket * kinds + kind]!
  }
  return softmax(sums)
}

/** Kinds that one sentence often mixes ("ok thanks, bye"): together they must be certain, the most probable one counts. */
const GROUPS: readonly (readonly SentenceKind[])[] = [
  ['greeting', 'thanks', 'goodbye', 'praise', 'ok', 'apology', 'help'],
  ['hours', 'open_now'],
  ...(['phone', 'email', 'address', 'emergency_phone', 'identity', 'robot', 'abilities'] as const).map((kind) => [
    kind,
  ]),
]
/** A polite sentence or one about the business counts from this probability on; below it the sentence is an ordinary one. */
const CERTAIN = 0.6
/** A word alone has few n-grams, and a name may look like a greeting. */
const CERTAIN_WORD = 0.9

/** A person is fetched for these when they are more probable than everything else together; complaints are often angry. */
const ALARMS: readonly (readonly SentenceKind[])[] = [['person'], ['emergency'], ['complaint', 'anger']]
const MORE_PROBABLE = 0.5
/** Shorter sentences ("and the pill?") say too little for an alarm, but for a request and an outburst. */
const MIN_ALARM_WORDS = 4

/** The most probable kind of a group that together reaches the probability; null for a group that does not. */
function mostProbable(group: readonly SentenceKind[], probabilities: Float64Array, least: number): SentenceKind | null {
  const probabilityOf = (kind: SentenceKind) => probabilities[SENTENCE_KINDS.indexOf(kind)]!
  if (group.reduce((sum, kind) => sum + probabilityOf(kind), 0) < least) return null
  return group.reduce((best, kind) => (probabilityOf(kind) > probabilityOf(best) ? kind : best))
}

/** What a sentence (plain text, see `plainText`) fetches a person for; null for every other sentence. */
export const alarmIn = (sentence: string): SentenceKind | null => alarmOf(sentence, probabilitiesOf(sentence))

function alarmOf(sentence: string, probabilities: Float64Array): SentenceKind | null {
  const isLong = sentence.split(' ').length >= MIN_ALARM_WORDS
  const least = sentence.includes(' ') ? MORE_PROBABLE : CERTAIN_WORD
  const found = ALARMS.map((group) => mostProbable(group, probabilities, least)).find((kind) => kind !== null)
  return found && (isLong || found === 'person' || found === 'anger') ? found : null
}

/** What a sentence (plain text, see `plainText`) is. */
export function kindOfSentence(sentence: string): SentenceKind {
  const probabilities = probabilitiesOf(sentence)
  const alarm = alarmOf(sentence, probabilities)
  if (alarm) return alarm
  const least = sentence.includes(' ') ? CERTAIN : CERTAIN_WORD
  return GROUPS.map((group) => mostProbable(group, probabilities, least)).find((kind) => kind !== null) ?? 'none'
}
