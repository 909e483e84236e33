import type { Language } from '#contracts/languages.ts'
import { visible } from '#server/language/service.ts'
import { type IndexedEvidence, stemsOf } from './evidence.ts'
import { memoize } from './memoize.ts'
import { everydayStems, isKnown, statedStems } from './support.ts'

/** So many words in a row of the instructions are a part of them; one word less is, if two of them at least state something. */
const IN_A_ROW = 5
const STATING = 2
const wordsOf = (text: string): string[] =>
  visible(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const runsOf = (words: string[], length: number): string[] =>
  words.slice(0, Math.max(0, words.length - length + 1)).map((_, at) => words.slice(at, at + length).join(' '))

const allRunsOf = (text: string): string[] => {
  const words = wordsOf(text)
  return [...runsOf(words, IN_A_ROW), ...runsOf(words, IN_A_ROW - 1)]
}

/** Cached secrets: one text for each agent and tone in use. */
const CACHED_SECRETS = 50
/** The instructions are English; "if the answer is" occurs in every other answer and reveals nothing of them. */
const secretRuns = memoize((secret) => {
  const words = wordsOf(secret)
  const short = runsOf(words, IN_A_ROW - 1).filter((run) => statedStems(run, 'en').length >= STATING)
  return new Set([...runsOf(words, IN_A_ROW), ...short])
}, CACHED_SECRETS)

/** Creates a check whether a text repeats words in a row of the secret, unless `allowed` contains them too. */
export function createLeakCheck(secret: string): (text: string, allowed: string) => boolean {
  const secrets = secretRuns(secret)
  return (text, allowed) => {
    const leaked = allRunsOf(text).filter((run) => secrets.has(run))
    if (leaked.length === 0) return false
    const known = new Set(allRunsOf(allowed))
    return leaked.some((run) => !known.has(run))
  }
}

/**
 * Creates a check whether a text has a word of what a business withholds from customers. A word that the evidence or the customer's
 * own question has too reveals nothing, nor does everyday wording.
 */
export function createWithheldCheck(
  withheld: string,
  question: string,
  languages: readonly Language[],
): (text: string, evidence: readonly IndexedEvidence[]) => boolean {
  const secrets = languages.map((language) => {
    const asked = new Set(statedStems(question, language))
    const everyday = everydayStems(language)
    const stems = statedStems(withheld, language).filter((stem) => !asked.has(stem) && !everyday.has(stem))
    return [language, new Set(stems)] as const
  })
  return (text, evidence) =>
    secrets.some(([language, stems]) =>
      statedStems(text, language).some(
        (stem) => stems.has(stem) && !evidence.some((one) => isKnown(stem, stemsOf(one, language))),
      ),
    )
}
