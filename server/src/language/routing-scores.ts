import type { AgentType } from '#contracts/agent/agent.ts'
import { foldAccents } from '#server/platform/text/fold.ts'
import { allPhrases, allWords, LEXICONS } from './lexicons.ts'
import type { RoutingWords } from './types.ts'

/** A strong phrase decides alone, a weak one needs a companion or the lack of anything stronger. */
const STRONG = 2
const WEAK = 0.75

/** Words without meaning for a subject in the descriptions of agents. */
export const SUBJECT_FILLERS: ReadonlySet<string> = allWords(({ routing }) => routing.subjectFillers)

type Matcher = { whole: ReadonlySet<string>; phrases: readonly string[]; beginnings: readonly string[] }

/** In lower case, without accents and apostrophes, with single blanks and one at each end. */
export const foldForRouting = (text: string): string =>
  ` ${foldAccents(text.toLowerCase())
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

function matcherOf(entries: readonly string[]): Matcher {
  const plain = entries.filter((entry) => !entry.endsWith('*')).map((entry) => foldForRouting(entry).trim())
  return {
    whole: new Set(plain.filter((entry) => !entry.includes(' '))),
    phrases: plain.filter((entry) => entry.includes(' ')).map((entry) => ` ${entry} `),
    beginnings: entries
      .filter((entry) => entry.endsWith('*'))
      .map((entry) => `${entry.startsWith('*') ? '' : ' '}${foldForRouting(entry.replaceAll('*', '')).trim()}`),
  }
}

const TYPES = Object.keys(LEXICONS.en.routing.types) as (keyof RoutingWords['types'])[]
const MATCHERS = TYPES.map((type) => ({
  type,
  strong: matcherOf(allPhrases(({ routing }) => routing.types[type].strong)),
  weak: matcherOf(allPhrases(({ routing }) => routing.types[type].weak)),
}))

/** How many different entries occur; a text of many is not counted without end. */
function hits({ whole, phrases, beginnings }: Matcher, folded: string, words: ReadonlySet<string>): number {
  let count = 0
  for (const word of words) if (whole.has(word)) count += 1
  for (const phrase of phrases) if (folded.includes(phrase)) count += 1
  for (const beginning of beginnings) if (folded.includes(beginning)) count += 1
  return Math.min(count, 4)
}

/** The score of a text for each type of agent; types without a score are left out. */
export function routingScoresOf(text: string): Map<AgentType, number> {
  const folded = foldForRouting(text.slice(0, 4000))
  const words = new Set(folded.trim().split(' '))
  const kinds = new Map<AgentType, number>()
  for (const { type, strong, weak } of MATCHERS) {
    const score = STRONG * hits(strong, folded, words) + WEAK * hits(weak, folded, words)
    if (score > 0) kinds.set(type, score)
  }
  return kinds
}
