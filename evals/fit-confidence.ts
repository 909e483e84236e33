/**
 * Fits the confidence of the no-key engine: `node evals/fit-confidence.ts` prints the judgement on rows it has not seen,
 * `--write` also writes server/src/knowledge/retrieval/coefficients.ts.
 *
 * One half of the banking and off-topic questions is asked of knowledge bases of many sizes (8 to 77 FAQs, 2 to 5
 * phrasings). A question whose FAQ was left out counts as one that must not be answered: the hard negatives a small business sees.
 */
import { writeFileSync } from 'node:fs'
import { solveCholesky } from '#server/knowledge/retrieval/cholesky.ts'
import { FEATURES, type Feature, type Features } from '#server/knowledge/retrieval/confidence.ts'
import { rank } from '#server/knowledge/retrieval/engine.ts'
import type { IndexEntry } from '#server/knowledge/retrieval/types.ts'
import { buildEncodedIndex, encodeAll, vectorOf } from './encoding.ts'
import {
  type BankingFaq,
  bankingFaqs,
  bankingQueries,
  faqEntries,
  halfOf,
  outOfScope,
  passageEntries,
  seededUniform,
} from './samples.ts'

type Row = { features: Features; right: number; weight: number; text: string }
type Coefficients = Record<Feature, number>

const FOLDS = 5
const RIDGE = 2
const ITERATIONS = 30
const BINS = [0, 0.2, 0.35, 0.5, 0.6, 0.7, 0.8, 0.9]
/** A question outside the knowledge base weighs this much of one inside: wrong answers there cost the most trust. */
const OFF_TOPIC_WEIGHT = 2
/** A question whose FAQ was left out is often answered by a neighbour as well, and there are many of them. */
const LEFT_OUT_WEIGHT = 0.12

const faqs = bankingFaqs()
const asked = [
  ...bankingQueries().map(({ text, intent }) => ({ text, intent })),
  ...outOfScope().map((text) => ({ text, intent: null })),
]
const fitted = asked.filter(({ text }) => halfOf(text) === 'fit')
const judged = asked.filter(({ text }) => halfOf(text) === 'judge')

await encodeAll(asked.map(({ text }) => text))

type By = 'words' | 'meaning'

async function rowsOf(entries: IndexEntry[], questions: typeof asked, by: By): Promise<Row[]> {
  const index = await buildEncodedIndex(entries)
  const known = new Set(entries.map((entry) => entry.id))
  const knownTexts = entries.map(({ texts }) => texts.join(' ')).join('\n')
  return questions.flatMap(({ text, intent }) => {
    // An exact match is decided without the fit.
    if (knownTexts.includes(text)) return []
    const ranking = rank(index, text, by === 'meaning' ? vectorOf(text) : null)
    const first = ranking.order[0]
    if (first === undefined) return []
    const features = ranking.features(first)
    const right = index.entries[first]!.id === intent ? 1 : 0
    const weight = intent === null ? OFF_TOPIC_WEIGHT : known.has(intent) ? 1 : LEFT_OUT_WEIGHT
    return [{ features, right, weight, text }]
  })
}

function sampled(list: BankingFaq[], count: number, random: () => number): BankingFaq[] {
  return list
    .map((faq) => ({ faq, at: random() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ faq }) => faq)
}

/** FAQs with other wordings: some phrasings are exchanged with customers' questions (of the half fitted on). */
function reworded(random: () => number): BankingFaq[] {
  return faqs.map(({ intent, phrasings }) => {
    const asked = fitted.filter((question) => question.intent === intent).map(({ text }) => text)
    const drawn = [...phrasings, ...asked].map((text) => ({ text, at: random() })).sort((a, b) => a.at - b.at)
    return { intent, phrasings: drawn.slice(0, phrasings.length).map(({ text }) => text) }
  })
}

function knowledgeBases(make: (faqs: BankingFaq[], phrasings: number) => IndexEntry[]): IndexEntry[][] {
  const random = seededUniform(20261121)
  const draws = [8, 15, 15, 30, 30, 50].map((count) => make(sampled(faqs, count, random), 3 + Math.floor(random() * 3)))
  const others = Array.from({ length: 3 }, () => make(reworded(random), 5))
  return [make(faqs, 5), make(faqs, 5), make(faqs, 3), ...others, ...draws]
}

/** Ridge-penalised logistic regression by Newton's method. */
function fitLogistic(rows: Row[]): Coefficients {
  const size = FEATURES.length
  const beta = new Float64Array(size)
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const gradient = new Float64Array(size)
    const hessian = Array.from({ length: size }, () => new Float64Array(size))
    for (const row of rows) {
      const x = FEATURES.map((feature) => row.features[feature])
      const p = 1 / (1 + Math.exp(-x.reduce((sum, value, i) => sum + value * beta[i]!, 0)))
      for (let i = 0; i < size; i++) {
        gradient[i]! += row.weight * (row.right - p) * x[i]!
        for (let j = 0; j < size; j++) hessian[i]![j]! += row.weight * p * (1 - p) * x[i]! * x[j]!
      }
    }
    for (let i = 1; i < size; i++) {
      gradient[i]! -= RIDGE * beta[i]!
      hessian[i]![i]! += RIDGE
    }
    const step = solveCholesky(hessian, gradient)
    for (let i = 0; i < size; i++) beta[i]! += step[i]!
  }
  return Object.fromEntries(FEATURES.map((feature, i) => [feature, beta[i]!])) as Coefficients
}

function probability(coefficients: Coefficients, features: Features): number {
  const logit = FEATURES.reduce((sum, feature) => sum + coefficients[feature] * features[feature], 0)
  return 1 / (1 + Math.exp(-logit))
}

function logLoss(coefficients: Coefficients, rows: Row[]): number {
  const loss = rows.reduce((sum, { features, right, weight }) => {
    const p = Math.min(1 - 1e-9, Math.max(1e-9, probability(coefficients, features)))
    return sum - weight * (right ? Math.log(p) : Math.log(1 - p))
  }, 0)
  return loss / rows.reduce((sum, { weight }) => sum + weight, 0)
}

function crossValidate(rows: Row[]): number {
  const fold = (text: string) => text.length % FOLDS
  const losses = Array.from({ length: FOLDS }, (_, held) =>
    logLoss(
      fitLogistic(rows.filter(({ text }) => fold(text) !== held)),
      rows.filter(({ text }) => fold(text) === held),
    ),
  )
  return losses.reduce((sum, loss) => sum + loss, 0) / FOLDS
}

async function judge(name: string, coefficients: Coefficients, entries: IndexEntry[], by: By) {
  const rows = await rowsOf(entries, judged, by)
  console.log(`\n${name}: confidence on ${rows.length} questions it was not fitted on`)
  for (const [position, low] of BINS.entries()) {
    const bin = rows.filter(({ features }) => {
      const p = probability(coefficients, features)
      return p >= low && p < (BINS[position + 1] ?? 2)
    })
    const right = bin.reduce((sum, row) => sum + row.right, 0)
    const share = bin.length === 0 ? '-' : ((100 * right) / bin.length).toFixed(0)
    console.log(`  from ${low.toFixed(2)}  ${String(bin.length).padStart(4)} questions, right ${share} %`)
  }
}

const makers = { question: faqEntries, passage: (list: BankingFaq[]) => passageEntries(list) }
const result: Record<string, Coefficients> = {}
for (const by of ['words', 'meaning'] as const) {
  for (const [shape, make] of Object.entries(makers)) {
    const rows: Row[] = []
    for (const entries of knowledgeBases(make)) rows.push(...(await rowsOf(entries, fitted, by)))
    const coefficients = fitLogistic(rows)
    console.log(
      `\n${shape} by ${by}: ${rows.length} rows, log loss ${logLoss(coefficients, rows).toFixed(3)}, cross-validated ${crossValidate(rows).toFixed(3)}`,
    )
    console.table(Object.fromEntries(FEATURES.map((feature) => [feature, Number(coefficients[feature].toFixed(3))])))
    await judge(`${shape} by ${by}, 77 entries`, coefficients, make(faqs, 5), by)
    result[`${shape} by ${by}`] = coefficients
  }
}

const asSource = (coefficients: Coefficients) =>
  FEATURES.map(
    (feature) => `  ${/^\w+$/.test(feature) ? feature : `'${feature}'`}: ${coefficients[feature].toFixed(4)},`,
  ).join('\n')
if (process.argv.includes('--write')) {
  writeFileSync(
    new URL('../server/src/knowledge/retrieval/coefficients.ts', import.meta.url),
    `import type { Features } from './confidence.ts'

/*
 * Written by \`node evals/fit-confidence.ts --write\`; do not edit by hand. Logistic regression on half of the questions in
 * evals/data (banking and off-topic) over knowledge bases of 8 to 77 FAQs; \`node evals/retrieval.ts\` judges it.
 */

/** For a FAQ as the best match, found by its words only. */
export const questionCoefficients: Features = {
${asSource(result['question by words']!)}
}

/** For a passage of an article or document as the best match: the same texts, as one paragraph per FAQ. */
export const passageCoefficients: Features = {
${asSource(result['passage by words']!)}
}

/** The same with the encoder's similarity. */
export const denseQuestionCoefficients: Features = {
${asSource(result['question by meaning']!)}
}

export const densePassageCoefficients: Features = {
${asSource(result['passage by meaning']!)}
}
`,
  )
  console.log('\nwritten to server/src/knowledge/retrieval/coefficients.ts')
}
