import { visible } from '#server/language/service.ts'
import { memoize } from './memoize.ts'

const IN_A_ROW = 5
const wordsOf = (text: string): string[] =>
  visible(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

function runsOf(words: string[]): string[] {
  return words
    .slice(0, Math.max(0, words.length - IN_A_ROW + 1))
    .map((_, at) => words.slice(at, at + IN_A_ROW).join(' '))
}

/** Cached secrets: one text for each agent and tone in use. */
const CACHED_SECRETS = 50
const secretRuns = memoize((secret) => new Set(runsOf(wordsOf(secret))), CACHED_SECRETS)

/** Creates a check whether a text repeats five words in a row of the secret, unless `allowed` contains them too. */
export function createLeakCheck(secret: string): (text: string, allowed: string) => boolean {
  const secrets = secretRuns(secret)
  return (text, allowed) => {
    const leaked = runsOf(wordsOf(text)).filter((run) => secrets.has(run))
    if (leaked.length === 0) return false
    const known = new Set(runsOf(wordsOf(allowed)))
    return leaked.some((run) => !known.has(run))
  }
}
