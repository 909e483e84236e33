/**
 * Fits the classifier of requests for a person: `node evals/fit-escalation.ts` judges it by cross-validation on written sentences
 * (those of a fold are never fitted on; made ones from templates always are), `--write` fits on all and writes
 * server/src/language/person-request-weights.json.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { BUCKETS, gramsOf, REQUEST_FROM } from '#server/language/person-request-classifier.ts'
import { asksForPersonByPattern, plainText } from '#server/language/service.ts'
import { bankingQueries, outOfScope, personRequests, seededUniform, shop, supportSentences } from './samples.ts'

type Example = { text: string; asks: boolean; weight: number; language: string }
type Templates = Record<
  string,
  {
    wishes: string[]
    actions: string[]
    alone: string[]
    /** Everyday questions and their subjects, which request no person. */
    ordinary: string[]
    subjects: string[]
    groups: { roles: string[]; asks: string[]; other: string[] }[]
  }
>

const EPOCHS = 20
const STEP = 4
const DECAY = 1e-6
const FOLDS = 5
/** Generated sentences cover the vocabulary; written ones show how people phrase a request. */
const GENERATED_WEIGHT = 0.3
const PERSON_REQUEST_WEIGHT = 3
const GENERATED_PER_LANGUAGE = 2_500
const TYPO_SHARE = 0.35

const isVerbose = process.argv.includes('--verbose')
const random = seededUniform(20261121)
const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!

/** One slip of the fingers: two letters swapped, one missing, doubled or wrong. */
function withTypo(text: string): string {
  const at = 1 + Math.floor(random() * Math.max(1, text.length - 2))
  const kind = Math.floor(random() * 4)
  if (kind === 0) return text.slice(0, at) + (text[at + 1] ?? '') + (text[at] ?? '') + text.slice(at + 2)
  if (kind === 1) return text.slice(0, at) + text.slice(at + 1)
  if (kind === 2) return text.slice(0, at) + (text[at] ?? '') + text.slice(at)
  return text.slice(0, at) + pick([...'abcdefghijklmnopqrstuvwxyz']) + text.slice(at + 1)
}

function generatedExamples(): Example[] {
  const templates = JSON.parse(
    readFileSync(new URL('./data/person_templates.json', import.meta.url), 'utf8'),
  ) as Templates
  return Object.entries(templates).flatMap(([language, frames]) =>
    Array.from({ length: GENERATED_PER_LANGUAGE }, (): Example => {
      const { text, asks } = fillTemplate(frames)
      return { text: random() < TYPO_SHARE ? withTypo(text) : text, asks, weight: GENERATED_WEIGHT, language }
    }),
  )
}

function fillTemplate({ wishes, actions, alone, groups, ordinary, subjects }: Templates[string]): {
  text: string
  asks: boolean
} {
  const kind = random()
  if (kind < 0.25) return { text: pick(ordinary).replace('{s}', pick(subjects)), asks: false }
  if (kind < 0.28) return { text: pick(alone), asks: true }
  // The first group is the one wishes and actions go with.
  const { roles, asks, other } = random() < 0.6 ? groups[0]! : pick(groups)
  const fill = (frame: string) => frame.replace('{r}', pick(roles))
  if (kind < 0.5) return { text: fill(pick(other)), asks: false }
  if (kind < 0.75)
    return { text: pick(wishes).replace('{a}', pick(actions)).replace('{r}', pick(groups[0]!.roles)), asks: true }
  return { text: fill(pick(asks)), asks: true }
}

const written: Example[] = [
  ...personRequests().map(({ text, asks, language }) => ({ text, asks, language, weight: PERSON_REQUEST_WEIGHT })),
  ...supportSentences().map(({ text, intent }) => {
    return { text, asks: intent === 'contact_human_agent', weight: 1, language: 'support (en)' }
  }),
  ...bankingQueries().map(({ text }) => ({ text, asks: false, weight: 1, language: 'banking (en)' })),
  ...outOfScope().map((text) => ({ text, asks: false, weight: 1, language: 'off-topic (en)' })),
  ...shop().questions.map(({ text }) => ({ text, asks: false, weight: 1, language: 'shop (en)' })),
]

type Model = { bias: number; weights: Float64Array }
type Row = Example & { grams: Map<number, number> }

const rowsOf = (examples: Example[]): Row[] =>
  examples.map((example) => ({
    ...example,
    grams: gramsOf(plainText(example.text).replaceAll(' . ', ' ').replace(/ \.$/, '')),
  }))

function train(rows: Row[]): Model {
  const model: Model = { bias: 0, weights: new Float64Array(BUCKETS) }
  const order = rows.map((_, position) => position)
  const shuffle = seededUniform(7)
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(shuffle() * (i + 1))
      ;[order[i], order[j]] = [order[j]!, order[i]!]
    }
    const step = STEP / (1 + epoch / 3)
    for (const position of order) {
      const { grams, asks, weight } = rows[position]!
      const error = weight * ((asks ? 1 : 0) - probability(model, grams))
      model.bias += step * 0.1 * error
      for (const [bucket, value] of grams) model.weights[bucket]! += step * error * value
    }
    for (let bucket = 0; bucket < BUCKETS; bucket++) model.weights[bucket]! *= 1 - DECAY * order.length
  }
  return model
}

function probability({ bias, weights }: Model, grams: Map<number, number>): number {
  let sum = bias
  for (const [bucket, value] of grams) sum += value * weights[bucket]!
  return 1 / (1 + Math.exp(-sum))
}

const madeRows = rowsOf(generatedExamples())
const writtenRows = rowsOf(written)
const scored = Array.from({ length: FOLDS }, (_, held) => {
  const isHeld = (_row: Row, position: number) => position % FOLDS === held
  const model = train([...madeRows, ...writtenRows.filter((row, position) => !isHeld(row, position))])
  return writtenRows.filter(isHeld).map((row) => ({ row, p: probability(model, row.grams) }))
}).flat()

/** Found by the classifier or by the pattern, as the product decides: on sentences of the folds held out. */
function judgement(language: string, threshold: number) {
  const rows = scored.filter(({ row }) => row.language === language)
  const count = (asks: boolean, test: (one: (typeof rows)[number]) => boolean) =>
    rows.filter((one) => one.row.asks === asks && test(one)).length
  const classified = ({ p }: { p: number }) => p >= threshold
  const matched = ({ row }: { row: Row }) => asksForPersonByPattern(plainText(row.text))
  const either = (one: (typeof rows)[number]) => classified(one) || matched(one)
  const wanted = rows.filter(({ row }) => row.asks).length
  return {
    asking: wanted,
    'by pattern': count(true, matched),
    'by classifier': count(true, classified),
    'by either': count(true, either),
    'not asking': rows.length - wanted,
    'false alarms': count(false, either),
  }
}

const languages = [...new Set(scored.map(({ row }) => row.language))]
for (const threshold of isVerbose ? [0.5, 0.6, REQUEST_FROM, 0.8, 0.9] : [REQUEST_FROM]) {
  console.log(`\nrequests for a person, cross-validated, from a probability of ${threshold}:`)
  console.table(Object.fromEntries(languages.map((language) => [language, judgement(language, threshold)])))
}
if (isVerbose) {
  for (const { row, p } of scored)
    if (row.asks !== p >= REQUEST_FROM) console.log(row.asks ? '+' : '-', p.toFixed(2), row.language, '|', row.text)
}

if (process.argv.includes('--write')) {
  const { bias, weights } = train([...madeRows, ...writtenRows])
  const scale = weights.reduce((max, weight) => Math.max(max, Math.abs(weight)), 0) / 127
  const bytes = Int8Array.from(weights, (weight) => Math.round(weight / scale))
  const file = new URL('../server/src/language/person-request-weights.json', import.meta.url)
  const note = 'Written by `node evals/fit-escalation.ts --write`; do not edit by hand.'
  writeFileSync(
    file,
    `${JSON.stringify({ note, bias, scale, weights: Buffer.from(bytes.buffer).toString('base64') }, null, 2)}\n`,
  )
  console.log('\nwritten to server/src/language/person-request-weights.json')
}
