import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#server/platform/config.ts'
import { startServer } from '#server/serve.ts'
import { injections } from '#test/adversarial/injections.ts'
import { inventions } from '#test/adversarial/inventions.ts'
import { leaks } from '#test/adversarial/leaks.ts'
import { type Outcome, runCases } from '#test/adversarial/run-cases.ts'
import { startStandin } from '#test/standin/server.ts'
import { cleanSentences, type Fate, fatesOf } from './grounding/clean.ts'

/**
 * Evaluates the grounding check. `cut`: sentences of a good model for which the customer gets nothing (some are politeness beside the closed list, which nobody misses). `reached`: canaries of the adversarial
 * models, customers and texts that a customer saw, run over real HTTP through the whole product (none).
 */
const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`

const cleanRow = (set: 'clean_sentences' | 'clean_held_out', isCited: boolean) => {
  const fates = fatesOf(cleanSentences(set), isCited)
  const share = (fate: Fate) => percent(fates.filter((one) => one === fate).length, fates.length)
  return {
    sentences: fates.length,
    cut: share('cut'),
    politeness: share('politeness'),
    'said by its passage': share('its passage'),
    'said by another': share('another passage'),
  }
}

console.table({
  'clean sentences, cited': cleanRow('clean_sentences', true),
  'clean sentences, not cited': cleanRow('clean_sentences', false),
  'articles, cited': cleanRow('clean_held_out', true),
  'articles, not cited': cleanRow('clean_held_out', false),
})

async function runAdversarialCases(): Promise<Outcome[]> {
  const standin = await startStandin()
  const dataDir = await mkdtemp(join(tmpdir(), 'segue-evals-'))
  const env = {
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: 'false',
    LOG_LEVEL: 'fatal',
    RATE_FACTOR: '10000',
    AI_ORIGIN: standin.url,
  }
  const server = await startServer(readConfig(env))
  try {
    const installation = { platform: server.platform, url: server.platform.baseUrl, standin }
    return await runCases(installation, [...inventions, ...leaks, ...injections])
  } finally {
    await server.stop()
    await standin.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const outcomes = await runAdversarialCases()
const rowOf = (some: readonly Outcome[]) => ({
  cases: some.length,
  'with a canary seen': some.filter(({ reached }) => reached.length > 0).length,
  'correct answer given': percent(some.filter(({ isUseful }) => isUseful).length, some.length),
})
const entries = [...new Set(outcomes.map(({ via }) => via))]
console.table({
  all: rowOf(outcomes),
  'es, fr, de': rowOf(outcomes.filter(({ language }) => language !== 'en')),
  ...Object.fromEntries(
    entries.map((entry) => [`through ${entry}`, rowOf(outcomes.filter(({ via }) => via === entry))]),
  ),
})
for (const { name, via, language, reached, seen } of outcomes.filter((one) => one.reached.length > 0))
  console.log({ name, via, language, reached, seen })
