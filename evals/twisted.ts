/**
 * Evaluates what reaches a customer of answers that a model wrote: `node evals/twisted.ts`. Of the unseen half only the sums are
 * printed; `--list` prints the failures of the other half.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDraft } from '#server/assistant/grounding/draft.ts'
import { createGroundingCheck } from '#server/assistant/grounding/grounding-check.ts'
import { createMask } from '#server/assistant/grounding/masking.ts'
import { createSentences } from '#server/assistant/grounding/sentences.ts'
import { sentenceKey, splitSource } from '#server/assistant/grounding/source-sentences.ts'
import { readConfig } from '#server/platform/config.ts'
import { startServer } from '#server/serve.ts'
import { createBusinesses } from './conversations/businesses.ts'
import { type Business, contextOf, createFerryLine, type ModelAnswer, readAnswers } from './twisted/answers.ts'

/** How an answer is played; `reworded`: for a business that wants a model's own words, by a second model that says yes to everything. */
const WAYS = ['cited', 'not cited', 'reworded'] as const
type Way = (typeof WAYS)[number]

type Played = ModelAnswer & {
  way: Way
  shown: string
  kind: string
  isFound: boolean
  isSourceSentence: boolean
}

const dataDir = await mkdtemp(join(tmpdir(), 'segue-twisted-'))
const env = {
  ...{ PORT: '0', DATA_DIR: dataDir, DEMO: 'false', LOG_LEVEL: 'error', RATE_FACTOR: '10000', ROLE: 'web' },
  AI_ORIGIN: 'http://127.0.0.1:1',
}
const server = await startServer(readConfig(env))
const played: Played[] = []
try {
  const businesses = new Map<string, Business>(await createBusinesses(server.platform))
  businesses.set('halcyon', await createFerryLine(server.platform))
  for (const answer of [...readAnswers('false'), ...readAnswers('faithful')]) {
    const business = businesses.get(answer.from.split('/')[0]!)
    if (!business) throw new Error(`No business for ${answer.from}`)
    for (const way of WAYS) played.push({ ...answer, way, ...(await play(business, answer, way)) })
  }
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

/** What the customer sees of an answer. */
async function play(business: Business, answer: ModelAnswer, way: Way) {
  const { context, isFound } = await contextOf(business, answer)
  const mask = createMask()
  const groundingCheck = createGroundingCheck({ ...context, secret: '', names: [business.name], mask })
  const { language, question } = answer
  const wording = way === 'reworded' ? { judge: async () => true, mayReword: true } : {}
  const draft = createDraft({ groundingCheck, mask, language, style: 'professional', question, ...wording })
  const text = way !== 'not cited' ? answer.text.replace(/([.!?]+)(?=\s|$)/g, ' [1]$1') : answer.text
  const said: string[] = []
  for (const sentence of sentencesIn(text)) said.push(await draft.add(sentence))
  const { kind } = draft.finish()
  const [best] = context.evidence
  if (kind === 'unsupported' && best?.kind === 'passage') said.push(draft.addWhole(best))
  const sources = context.evidence.flatMap((one) => splitSource(one.text).map(({ key }) => key))
  return {
    shown: said.join('').replace(/ \[\d+\]/g, ''),
    kind,
    isFound,
    isSourceSentence: answer.false !== undefined && sources.includes(sentenceKey(answer.false)),
  }
}

function sentencesIn(text: string): string[] {
  const splitter = createSentences()
  return [...splitter.push(text), ...splitter.end()]
}

const keysOf = (text: string): string[] =>
  sentencesIn(text)
    .map(sentenceKey)
    .filter((key) => key !== '')

/** Whether the false part was shown: its whole sentences, one behind the other. */
function isReached({ shown, false: wrong = '' }: Played): boolean {
  const seen = keysOf(shown)
  const keys = keysOf(wrong)
  return seen.some((_, at) => keys.every((key, next) => seen[at + next] === key))
}

const plain = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}€$£%]+/gu, ' ')
    .trim()} `
const isComplete = ({ shown, needs = [] }: Played): boolean => needs.every((need) => plain(shown).includes(plain(need)))
const countWords = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

function rowOfFalse(some: Played[]) {
  return {
    answers: some.length,
    'false sentence reached (0)': some.filter((one) => isReached(one) && !one.isSourceSentence).length,
    'a true sentence, false for this question only': some.filter((one) => isReached(one) && one.isSourceSentence)
      .length,
    'nothing shown': some.filter(({ shown }) => shown.trim() === '').length,
  }
}
function rowOfFaithful(some: Played[]) {
  const words = some.reduce((sum, { shown }) => sum + countWords(shown), 0)
  const sentences = some.reduce((sum, { text }) => sum + sentencesIn(text).length, 0)
  return {
    answers: some.length,
    'without the answer (0)': some.filter((one) => !isComplete(one)).length,
    'words a sentence (at most 30)': (words / sentences).toFixed(1),
    'entry not among the passages found': some.filter(({ isFound }) => !isFound).length,
  }
}
const wrong = played.filter((one) => one.false !== undefined)
const right = played.filter((one) => one.needs !== undefined)
const tableOf = <Row>(some: Played[], ways: readonly Way[], row: (some: Played[]) => Row) =>
  Object.fromEntries(
    ways.flatMap((way) =>
      [false, true].map((unseen) => [
        `${unseen ? 'unseen' : 'seen'}, ${way}`,
        row(some.filter((one) => one.isUnseen === unseen && one.way === way)),
      ]),
    ),
  )
console.log('Answers with a false sentence')
console.table(tableOf(wrong, ['cited', 'not cited'], rowOfFalse))
console.log('Faithful answers')
console.table(tableOf(right, ['cited', 'not cited'], rowOfFaithful))
// What code keeps back by itself in the mode a business may choose: nothing more is wanted of it, the second model is asked for that.
console.log('Answers with a false sentence, reworded, when the second model says yes to everything')
console.table(
  Object.fromEntries(
    Object.entries(tableOf(wrong, ['reworded'], rowOfFalse)).map(([half, row]) => [
      half,
      { answers: row.answers, 'false sentence reached': row['false sentence reached (0)'] },
    ]),
  ),
)

if (process.argv.includes('--list')) {
  for (const one of played.filter(({ isUnseen, way }) => !isUnseen && way !== 'reworded')) {
    const failed = one.false === undefined ? !isComplete(one) : isReached(one)
    if (failed)
      console.log(
        `${one.from} (${one.kind}${one.way === 'cited' ? '' : `, ${one.way}`}) ${one.question}\n  model: ${one.text}\n  ${one.false ? `false: ${one.false}` : `needs: ${one.needs?.filter((need) => !plain(one.shown).includes(plain(need))).join(' | ')}`}\n  shown: ${one.shown}`,
      )
  }
}
