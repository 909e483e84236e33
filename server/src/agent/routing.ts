import type { AgentType } from '#contracts/agent/agent.ts'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { AgentId } from '#contracts/ids.ts'
import { CONTEXT_TYPE, LEXICON } from '#server/language/service.ts'
import { foldAccents } from '#server/platform/text/fold.ts'

/** What routing looks at of an agent. Only active ones may be among the candidates. */
export type Candidate = {
  id: AgentId
  type: AgentType
  isDefault: boolean
  capabilities: readonly string[]
  specializations: readonly string[]
}

export type Asked = {
  text: string
  context: ChatContext
  /** Answers before this one that did not help. */
  failedAttempts: number
  /** Who answered last in this conversation: a follow-up without words of its own stays with them. */
  previous: AgentId | null
}

const STRONG = 2
const WEAK = 0.75
/** From here on the words decide; below it who answered last, then how the chat was opened. */
const DECIDES_FROM = 0.75
const CONTEXT_BONUS = 0.5
const PREVIOUS_BONUS = 0.5
/** An own word of an agent ("Bike frames") that the customer used, and at most so much for all of them. */
const OWN_WORD = 1.5
const OWN_WORDS_MAX = 4.5
/** Own words of the eight defaults only tell apart; the lexicon knows their subjects already. */
const DEFAULT_WORD = 0.5
const TIRED_AFTER = 2

/** Where several kinds fit alike: what is at stake comes first. */
const ORDER: readonly AgentType[] = [
  'security',
  'escalation',
  'billing',
  'integration',
  'technical',
  'sales',
  'feedback',
  'general',
]

type Matcher = { whole: ReadonlySet<string>; phrases: readonly string[]; beginnings: readonly string[] }

const fold = (text: string): string =>
  ` ${foldAccents(text.toLowerCase())
    .replace(/['’`´]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

function matcherOf(list: string): Matcher {
  const entries = [...new Set(list.split(/[,\n]/).map((entry) => entry.trim()))].filter((entry) => entry !== '')
  const plain = entries.filter((entry) => !entry.endsWith('*')).map((entry) => fold(entry).trim())
  return {
    whole: new Set(plain.filter((entry) => !entry.includes(' '))),
    phrases: plain.filter((entry) => entry.includes(' ')).map((entry) => ` ${entry} `),
    beginnings: entries
      .filter((entry) => entry.endsWith('*'))
      .map((entry) => `${entry.startsWith('*') ? '' : ' '}${fold(entry.replaceAll('*', '')).trim()}`),
  }
}

const MATCHERS = Object.entries(LEXICON).map(([type, { strong, weak }]) => ({
  type: type as AgentType,
  strong: matcherOf(strong),
  weak: matcherOf(weak),
}))

/** How many different entries occur; a text of many is not counted without end. */
function hits({ whole, phrases, beginnings }: Matcher, folded: string, words: ReadonlySet<string>): number {
  let count = 0
  for (const word of words) if (whole.has(word)) count += 1
  for (const phrase of phrases) if (folded.includes(phrase)) count += 1
  for (const beginning of beginnings) if (folded.includes(beginning)) count += 1
  return Math.min(count, 4)
}

/** How much a text speaks of each kind of question; kinds it does not speak of are left out. */
export function kindsIn(text: string): Map<AgentType, number> {
  const folded = fold(text.slice(0, 4000))
  const words = new Set(folded.trim().split(' '))
  const kinds = new Map<AgentType, number>()
  for (const { type, strong, weak } of MATCHERS) {
    const score = STRONG * hits(strong, folded, words) + WEAK * hits(weak, folded, words)
    if (score > 0) kinds.set(type, score)
  }
  return kinds
}

/** Words that say nothing about a subject, among those that describe an agent. */
const EMPTY_WORDS = new Set(
  'with from that this your help support questions question information basics finding right problems changes rules general customer customers about'.split(
    ' ',
  ),
)

/** The first letters carry the word: "return", "returns" and "returning" are one, in four languages well enough. */
const stemOf = (word: string): string =>
  word.length > 6 ? word.slice(0, 6) : word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word

const stemsOf = (text: string): Set<string> =>
  new Set(
    fold(text)
      .trim()
      .split(' ')
      .filter((word) => word.length > 2 && !EMPTY_WORDS.has(word))
      .map(stemOf),
  )

/** How many of an agent's own subjects the customer named: all content words of a subject must occur. */
function ownScore(agent: Candidate, stems: ReadonlySet<string>): number {
  const subjects = [...agent.specializations, ...agent.capabilities].map((subject) => [...stemsOf(subject)])
  const named = subjects.filter((subject) => subject.length > 0 && subject.every((stem) => stems.has(stem)))
  return agent.isDefault
    ? Math.min(named.length * DEFAULT_WORD, 2 * DEFAULT_WORD)
    : Math.min(named.length * OWN_WORD, OWN_WORDS_MAX)
}

/**
 * The agent for a question: by what it speaks of, what the agents say of themselves, who answered before and how the chat was
 * opened; the general one where nothing speaks for another. Null only when there are no candidates. Candidates come oldest first;
 * of equals the first is taken.
 */
export function route<C extends Candidate>(candidates: readonly C[], asked: Asked): C | null {
  const kinds = kindsIn(asked.text)
  if (asked.failedAttempts >= TIRED_AFTER) kinds.set('escalation', (kinds.get('escalation') ?? 0) + WEAK)
  const stems = stemsOf(asked.text.slice(0, 4000))
  const expected = CONTEXT_TYPE[asked.context]
  const scored = candidates.map((agent) => {
    const own = ownScore(agent, stems)
    const said = (kinds.get(agent.type) ?? 0) + own
    const bonus = (agent.type === expected ? CONTEXT_BONUS : 0) + (agent.id === asked.previous ? PREVIOUS_BONUS : 0)
    return { agent, said, total: said + bonus }
  })
  const spoken = scored.filter(({ said, total }) => said > 0 && total >= DECIDES_FROM)
  if (spoken.length > 0) return best(spoken)
  const previous = candidates.find(({ id }) => id === asked.previous)
  if (previous) return previous
  const opened = scored.filter(({ agent }) => agent.type === expected)
  if (opened.length > 0) return best(opened)
  return fallbackOf(candidates)
}

const best = <C extends Candidate>(scored: { agent: C; total: number }[]): C | null =>
  scored.reduce<{ agent: C; total: number } | null>((leader, one) => {
    if (!leader || one.total > leader.total) return one
    if (one.total < leader.total) return leader
    return ORDER.indexOf(one.agent.type) < ORDER.indexOf(leader.agent.type) ? one : leader
  }, null)?.agent ?? null

/** Whoever is general; where nobody is, the first of the calm kinds rather than the one for quarrels. */
const fallbackOf = <C extends Candidate>(candidates: readonly C[]): C | null =>
  candidates.find(({ type }) => type === 'general') ??
  candidates.find(({ type }) => type !== 'escalation' && type !== 'security') ??
  candidates[0] ??
  null
