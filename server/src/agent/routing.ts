import type { AgentType } from '#contracts/agent/agent.ts'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { AgentId } from '#contracts/ids.ts'
import { analyseMessage, foldForRouting, SUBJECT_FILLERS } from '#server/language/service.ts'

/** The type of agent for the context in which a chat was opened; the text of the question has precedence. */
const CONTEXT_TYPE = { technical: 'technical', billing: 'billing', issue: 'technical', general: null } as const

/** The part of an agent that routing uses. Candidates must be active. */
export type Candidate = {
  id: AgentId
  type: AgentType
  isDefault: boolean
  capabilities: readonly string[]
  specializations: readonly string[]
}

export type RoutingQuestion = {
  text: string
  context: ChatContext
  /** The number of earlier answers in a row that did not help. */
  failedAttempts: number
  /** The agent of the previous answer: a follow-up without a subject stays with it. */
  previous: AgentId | null
}

const WEAK = 0.75
/** The minimum score of the text. Below it the previous agent, then the chat's context decide. */
const MIN_SCORE = 0.75
const CONTEXT_BONUS = 0.5
const PREVIOUS_BONUS = 0.5
/** The score of a custom agent's subject ("Bike frames") that the customer named, and the maximum for all subjects. */
const CUSTOM_SUBJECT = 1.5
const CUSTOM_SUBJECTS_MAX = 4.5
/** Subjects of the default agents only break ties, because the lexicon already covers them. */
const DEFAULT_SUBJECT = 0.5
const FAILED_ATTEMPTS_FOR_ESCALATION = 2

/** The order among types with equal scores, the most critical first. */
const TIE_ORDER: readonly AgentType[] = [
  'security',
  'escalation',
  'billing',
  'integration',
  'technical',
  'sales',
  'feedback',
  'general',
]

/** A prefix as stem ("return", "returns", "returning"), sufficient in every language. */
const stemOf = (word: string): string =>
  word.length > 6 ? word.slice(0, 6) : word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word

const stemsOf = (text: string): Set<string> =>
  new Set(
    foldForRouting(text)
      .trim()
      .split(' ')
      .filter((word) => word.length > 2 && !SUBJECT_FILLERS.has(word))
      .map(stemOf),
  )

/** The score of an agent's subjects that the customer named: all content words of a subject must occur. */
function subjectScore(agent: Candidate, stems: ReadonlySet<string>): number {
  const subjects = [...agent.specializations, ...agent.capabilities].map((subject) => [...stemsOf(subject)])
  const named = subjects.filter((subject) => subject.length > 0 && subject.every((stem) => stems.has(stem)))
  return agent.isDefault
    ? Math.min(named.length * DEFAULT_SUBJECT, 2 * DEFAULT_SUBJECT)
    : Math.min(named.length * CUSTOM_SUBJECT, CUSTOM_SUBJECTS_MAX)
}

/**
 * The agent for a question: by the text's type, the agents' subjects, the previous agent and the chat's context; the general agent
 * where nothing matches. Null only without candidates. Candidates are given oldest first; of equal ones the first is
 * chosen.
 */
export function routeQuestion<C extends Candidate>(candidates: readonly C[], asked: RoutingQuestion): C | null {
  const scores = new Map(analyseMessage(asked.text).routingScores)
  if (asked.failedAttempts >= FAILED_ATTEMPTS_FOR_ESCALATION)
    scores.set('escalation', (scores.get('escalation') ?? 0) + WEAK)
  const stems = stemsOf(asked.text.slice(0, 4000))
  const expected = CONTEXT_TYPE[asked.context]
  const scored = candidates.map((agent) => {
    const textScore = (scores.get(agent.type) ?? 0) + subjectScore(agent, stems)
    const bonus = (agent.type === expected ? CONTEXT_BONUS : 0) + (agent.id === asked.previous ? PREVIOUS_BONUS : 0)
    return { agent, textScore, total: textScore + bonus }
  })
  const matching = scored.filter(({ textScore, total }) => textScore > 0 && total >= MIN_SCORE)
  if (matching.length > 0) return highestScore(matching)
  const previous = candidates.find(({ id }) => id === asked.previous)
  if (previous) return previous
  const opened = scored.filter(({ agent }) => agent.type === expected)
  if (opened.length > 0) return highestScore(opened)
  return fallbackAgent(candidates)
}

const highestScore = <C extends Candidate>(scored: { agent: C; total: number }[]): C | null =>
  scored.reduce<{ agent: C; total: number } | null>((leader, one) => {
    if (!leader || one.total > leader.total) return one
    if (one.total < leader.total) return leader
    return TIE_ORDER.indexOf(one.agent.type) < TIE_ORDER.indexOf(leader.agent.type) ? one : leader
  }, null)?.agent ?? null

/** The general agent; else the first that is not for escalation or security. */
const fallbackAgent = <C extends Candidate>(candidates: readonly C[]): C | null =>
  candidates.find(({ type }) => type === 'general') ??
  candidates.find(({ type }) => type !== 'escalation' && type !== 'security') ??
  candidates[0] ??
  null
