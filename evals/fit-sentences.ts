/**
 * Fits the classifier of sentences: `node evals/fit-sentences.ts` judges it by cross-validation, `--write` fits on all and writes
 * server/src/language/sentence-kinds.{json,bin}.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { LANGUAGES } from '#contracts/languages.ts'
import { BUCKETS, bucketsOf, SENTENCE_KINDS, type SentenceKind, softmax } from '#server/language/sentence-kinds.ts'
import { plainText } from '#server/language/service.ts'
import { bankingQueries, outOfScope, personRequests, seededUniform, shop, supportSentences } from './samples.ts'

type Example = { text: string; kind: SentenceKind; weight: number; set: string }
type Row = { kind: number; buckets: number[]; weight: number }
type Model = { biases: Float64Array; weights: Float32Array }

const KINDS = SENTENCE_KINDS.length
const EPOCHS = 18
const STEP = 3
const DECAY = 5e-8
const FOLDS = 5
/** Each written sentence is also fitted on with slips. */
const SLIPPED_COPIES = 2
const SLIPPED_WEIGHT = 0.4
const BORROWED_WEIGHT = 0.3
/** Ordinary sentences are the most frequent by far, and taking one for something else costs most. */
const ORDINARY_WEIGHT = 1.5
const random = seededUniform(20261122)
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!

function withSlip(text: string): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2))
  const kind = Math.floor(random() * 4)
  if (kind === 0) return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 2) return text.slice(0, at) + (text[at] ?? '') + text.slice(at)
  return text.slice(0, at) + pick([...'abcdefghijklmnopqrstuvwxyz']) + text.slice(at + 1)
}

const readKinds = (name: string) =>
  Object.entries(
    JSON.parse(readFileSync(new URL(`./data/intents/${name}.json`, import.meta.url), 'utf8')) as Record<
      string,
      string[]
    >,
  )
const SETS = ['', '-more', '-hard', '-wide']
const written: Example[] = LANGUAGES.flatMap((language) =>
  SETS.map((set) => `${language}${set}`)
    .flatMap(readKinds)
    .flatMap(([kind, texts]) =>
      texts.map((text) => ({
        text,
        kind: kind as SentenceKind,
        weight: kind === 'none' ? ORDINARY_WEIGHT : 1,
        set: language,
      })),
    ),
)
const SUPPORT: Record<string, SentenceKind | null> = {
  contact_human_agent: 'person',
  complaint: 'complaint',
  // Asks for a person, or for the hours of the service desk.
  contact_customer_service: null,
}
const borrowed: Example[] = [
  ...personRequests().map(({ text, asks, language }) => ({
    text,
    kind: asks ? ('person' as const) : ('none' as const),
    set: language,
  })),
  ...bankingQueries().map(({ text }) => ({ text, kind: 'none' as const, set: 'banking' })),
  ...outOfScope().map((text) => ({ text, kind: 'none' as const, set: 'off-topic' })),
  ...shop().questions.map(({ text }) => ({ text, kind: 'none' as const, set: 'shop' })),
  ...supportSentences().flatMap(({ text, intent }) => {
    const kind = intent in SUPPORT ? SUPPORT[intent]! : 'none'
    return kind ? [{ text, kind, set: 'support' }] : []
  }),
].map((one) => ({ ...one, weight: BORROWED_WEIGHT }))

const plain = (text: string) => plainText(text).replaceAll(' . ', ' ').replace(/ \.$/, '')
const rowOf = ({ text, kind, weight }: Example): Row => ({
  kind: SENTENCE_KINDS.indexOf(kind),
  buckets: bucketsOf(plain(text)),
  weight,
})
const slipped = (examples: Example[]): Example[] =>
  examples.flatMap((one) =>
    Array.from({ length: SLIPPED_COPIES }, () => ({
      ...one,
      text: withSlip(one.text),
      weight: one.weight * SLIPPED_WEIGHT,
    })),
  )

function train(examples: Example[]): Model {
  const rows = [...examples, ...slipped(examples)].map(rowOf)
  const model: Model = { biases: new Float64Array(KINDS), weights: new Float32Array(BUCKETS * KINDS) }
  const order = rows.map((_, position) => position)
  const shuffle = seededUniform(7)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(shuffle() * (i + 1))
      ;[order[i], order[j]] = [order[j]!, order[i]!]
    }
    const step = STEP / (1 + epoch / 3)
    for (const position of order) learn(model, rows[position]!, step)
    const keep = 1 - DECAY * rows.length
    for (let at = 0; at < model.weights.length; at++) model.weights[at]! *= keep
  }
  return model
}

function learn(model: Model, { kind, buckets, weight }: Row, step: number): void {
  const probabilities = predict(model, buckets)
  const value = (step * weight) / Math.sqrt(Math.max(1, buckets.length))
  const errors = probabilities.map((p, at) => (at === kind ? 1 : 0) - p)
  for (let at = 0; at < KINDS; at++) model.biases[at]! += 0.05 * step * weight * errors[at]!
  for (const bucket of buckets)
    for (let at = 0; at < KINDS; at++) model.weights[bucket * KINDS + at]! += value * errors[at]!
}

function predict({ biases, weights }: Model, buckets: number[]): Float64Array {
  const sums = Float64Array.from(biases)
  const value = 1 / Math.sqrt(Math.max(1, buckets.length))
  for (const bucket of buckets) for (let at = 0; at < KINDS; at++) sums[at]! += value * weights[bucket * KINDS + at]!
  return softmax(sums)
}

const percent = (part: number, of: number) => (of === 0 ? '-' : `${((100 * part) / of).toFixed(1)} %`)
if (!process.argv.includes('--no-judge')) {
  const folds = process.argv.includes('--quick') ? [0] : Array.from({ length: FOLDS }, (_, at) => at)
  const judged = folds.flatMap((held) => {
    const model = train([
      ...written.filter((_, at) => at % FOLDS !== held),
      ...borrowed.filter((_, at) => at % FOLDS !== held),
    ])
    return [...written, ...borrowed].flatMap((one, at) => {
      const position = at < written.length ? at : at - written.length
      if (position % FOLDS !== held) return []
      const probabilities = predict(model, rowOf(one).buckets)
      const best = probabilities.indexOf(Math.max(...probabilities))
      return [{ ...one, found: SENTENCE_KINDS[best]!, p: probabilities[best]! }]
    })
  })
  for (const least of [0, 0.6]) {
    const isFound = (kind: SentenceKind) => (one: (typeof judged)[number]) => one.found === kind && one.p >= least
    console.log(`\ncross-validated, from a probability of ${least}`)
    console.table(
      Object.fromEntries(
        SENTENCE_KINDS.map((kind) => {
          const own = judged.filter((one) => one.kind === kind && LANGUAGES.includes(one.set as never))
          const all = judged.filter((one) => LANGUAGES.includes(one.set as never)).filter(isFound(kind))
          return [
            kind,
            {
              sentences: own.length,
              found: percent(own.filter(isFound(kind)).length, own.length),
              'right of found': percent(all.filter((one) => one.kind === kind).length, all.length),
            },
          ]
        }),
      ),
    )
    for (const set of ['banking', 'off-topic', 'shop', 'support']) {
      const others = judged.filter((one) => one.set === set && one.kind === 'none')
      console.log(
        set,
        percent(others.filter((one) => one.found !== 'none' && one.p >= least).length, others.length),
        'taken for something else',
      )
    }
  }
  // Beside the cross-validation the same classifier on sentences that nothing was fitted on.
  await import('./judges.ts')
  if (process.argv.includes('--verbose'))
    for (const one of judged)
      if (one.found !== one.kind) console.log(one.kind, '->', one.found, one.p.toFixed(2), one.set, '|', one.text)
}

if (process.argv.includes('--write')) {
  const { biases, weights } = train([...written, ...borrowed])
  const scale = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / 127
  const folder = new URL('../server/src/language/', import.meta.url)
  const note = 'Written by `node evals/fit-sentences.ts --write`; do not edit by hand.'
  const rounded = [...biases].map((bias) => Number(bias.toFixed(4)))
  writeFileSync(
    new URL('sentence-kinds.json', folder),
    `${JSON.stringify({ note, scale, biases: rounded }, null, 2)}\n`,
  )
  writeFileSync(
    new URL('sentence-kinds.bin', folder),
    Int8Array.from(weights, (weight) => Math.round(weight / scale)),
  )
  console.log('\nwritten to server/src/language/sentence-kinds.{json,bin}')
}
