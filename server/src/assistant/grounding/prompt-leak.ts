import type { Language } from '#contracts/languages.ts'
import { visible } from '#server/language/service.ts'
import { memoize } from './memoize.ts'
import { statedStems } from './stems.ts'

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
 * Creates a check whether a text has a word of what a business withholds from customers. A word that the source or the customer's own
 * question has too reveals nothing.
 */
export function createWithheldCheck(
  withheld: string,
  question: string,
  languages: readonly Language[],
): (text: string, source: string) => boolean {
  const secrets = languages.map((language) => {
    const asked = new Set(statedStems(question, language))
    return [language, new Set(statedStems(withheld, language).filter((stem) => !asked.has(stem)))] as const
  })
  return (text, source) =>
    secrets.some(([language, stems]) => {
      const known = new Set(statedStems(source, language))
      return statedStems(text, language).some((stem) => stems.has(stem) && !known.has(stem))
    })
}
