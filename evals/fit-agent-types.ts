/**
 * Fits which type of agent a message belongs to: `node evals/fit-agent-types.ts` prints the cross-validated share of right types on its own
 * examples (evals/data/routing) beside that on sentences nothing was fitted on (evals/judges); `--write` writes
 * server/src/language/agent-types.{json,bin}.
 */
import { writeFileSync } from 'node:fs'
import type { AgentType } from '#contracts/agent/agent.ts'
import { LANGUAGES, type Language } from '#contracts/languages.ts'
import {
  AGENT_TYPES,
  type AgentTypeModel,
  BUCKETS,
  englishOf,
  type Feature,
  featuresOf,
  joinedLogits,
  logitsOf,
  MEANING_DIMENSIONS,
  meaningFeatures,
  type Regression,
} from '#server/language/agent-types.ts'
import { softmax } from '#server/language/sentence-kinds.ts'
import { encodeAll, vectorOf } from './encoding.ts'
import { routingExamples, routingJudges, seededUniform } from './samples.ts'

type Row = { type: number; language: Language; features: Feature[]; vector: Int8Array | null; fold: number }
type Fit = { epochs: number; step: number; decay: number }

const TYPES = AGENT_TYPES.length
const FOLDS = 5
/** The examples of the languages are often about the same, in the same order: so many in a row are in the same fold. */
const NEIGHBOURS = 10
const WORDS: Fit = { epochs: 18, step: 3, decay: 5e-8 }
const MEANING: Fit = { epochs: 40, step: 2, decay: 1e-6 }

const examples = routingExamples()
const judges = routingJudges()
const encodable = [...examples, ...judges].map(({ text, language }) => englishOf(text, language)).filter(Boolean)
await encodeAll(encodable)

function rowOf(
  { text, language, agent }: { text: string; language: Language; agent: AgentType },
  position: number,
): Row {
  const english = englishOf(text, language)
  return {
    type: AGENT_TYPES.indexOf(agent),
    language,
    features: featuresOf(text, language),
    vector: english ? vectorOf(english) : null,
    fold: Math.floor(position / NEIGHBOURS) % FOLDS,
  }
}

function fitRegression(rows: { type: number; features: Feature[] }[], size: number, fit: Fit): Regression {
  const biases = new Float64Array(TYPES)
  const weights = new Float64Array(size * TYPES)
  const regression = { biases, weights, scale: 1 }
  const order = rows.map((_, position) => position)
  const shuffle = seededUniform(7)
  for (let epoch = 0; epoch < fit.epochs; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(shuffle() * (i + 1))
      ;[order[i], order[j]] = [order[j]!, order[i]!]
    }
    const step = fit.step / (1 + epoch / 4)
    for (const position of order) {
      const { type, features } = rows[position]!
      const errors = softmax(logitsOf(regression, features)).map((p, at) => step * ((at === type ? 1 : 0) - p))
      for (let at = 0; at < TYPES; at++) biases[at]! += 0.05 * errors[at]!
      for (const { bucket, value } of features)
        for (let at = 0; at < TYPES; at++) weights[bucket * TYPES + at]! += value * errors[at]!
    }
    for (let at = 0; at < weights.length; at++) weights[at]! *= 1 - fit.decay * step * rows.length
  }
  return regression
}

function fitModel(rows: Row[]): AgentTypeModel {
  const encoded = rows.flatMap(({ type, vector }) => (vector ? [{ type, features: meaningFeatures(vector) }] : []))
  return {
    words: fitRegression(rows, BUCKETS, WORDS),
    meaning: fitRegression(encoded, MEANING_DIMENSIONS, MEANING),
    temperature: 1,
  }
}

type Guess = { language: Language; type: number; logits: Float64Array; isRight: boolean; isRightByWords: boolean }

function guess(
  model: AgentTypeModel,
  { features, vector, type, language }: Row,
  also: readonly AgentType[] = [],
): Guess {
  const typeBy = (logits: Float64Array) => logits.indexOf(Math.max(...logits))
  const isRight = (found: number) => found === type || also.includes(AGENT_TYPES[found]!)
  const logits = joinedLogits(model, features, vector)
  return {
    language,
    type,
    logits,
    isRight: isRight(typeBy(logits)),
    isRightByWords: isRight(typeBy(joinedLogits(model, features, null))),
  }
}

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`
const share = (guesses: Guess[], key: 'isRight' | 'isRightByWords') =>
  Object.fromEntries(
    [...LANGUAGES, 'all' as const].map((language) => {
      const own = guesses.filter((one) => language === 'all' || one.language === language)
      return [language, percent(own.filter((one) => one[key]).length, own.length)]
    }),
  )

const rows = examples.map((example, at) => rowOf(example, examplePosition(at)))

/** The position among the examples of the same type and language. */
function examplePosition(at: number): number {
  const { agent, language } = examples[at]!
  let position = 0
  for (let before = at - 1; before >= 0; before--) {
    if (examples[before]!.agent !== agent || examples[before]!.language !== language) break
    position += 1
  }
  return position
}

const validated = Array.from({ length: FOLDS }, (_, held) => held).flatMap((held) => {
  const model = fitModel(rows.filter(({ fold }) => fold !== held))
  return rows.filter(({ fold }) => fold === held).map((row) => guess(model, row))
})
const logLoss = (temperature: number) =>
  validated.reduce((sum, { logits, type }) => sum - Math.log(softmax(logits.map((one) => one / temperature))[type]!), 0)
const temperature = Array.from({ length: 40 }, (_, at) => 1 + at / 10).reduce((best, one) =>
  logLoss(one) < logLoss(best) ? one : best,
)

const model = fitModel(rows)
const judged = judges.map((row, at) => guess(model, rowOf(row, at), row.also))
console.log(`\nthe type of agent: ${rows.length} own examples, ${judged.length} sentences nothing was fitted on`)
console.table({
  'own, cross-validated': share(validated, 'isRight'),
  'own, without the encoder': share(validated, 'isRightByWords'),
  'not fitted on (wanted: 80 %)': share(judged, 'isRight'),
  'not fitted on, without the encoder': share(judged, 'isRightByWords'),
})

if (process.argv.includes('--write')) {
  const { words, meaning } = fitModel(rows)
  const packed = [words, meaning].map(({ biases, weights }) => {
    const scale = Array.from(weights).reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / 127
    return {
      bytes: Int8Array.from(weights, (weight) => Math.round(weight / scale)),
      about: { biases: Array.from(biases, (bias) => Number(bias.toFixed(4))), scale },
    }
  })
  const folder = new URL('../server/src/language/', import.meta.url)
  const note = 'Written by `node evals/fit-agent-types.ts --write`; do not edit by hand.'
  const about = { note, temperature, words: packed[0]!.about, meaning: packed[1]!.about }
  writeFileSync(new URL('agent-types.json', folder), `${JSON.stringify(about, null, 2)}\n`)
  writeFileSync(new URL('agent-types.bin', folder), Buffer.concat(packed.map(({ bytes }) => Buffer.from(bytes.buffer))))
  console.log('\nwritten to server/src/language/agent-types.{json,bin}')
}
