import type { AgentType } from '#contracts/agent/agent.ts'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { AgentId } from '#contracts/ids.ts'
import {
  agentTypesOf,
  type Language,
  type SentenceKind,
  sentencesOf,
  subjectWordsOf,
} from '#server/language/service.ts'

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
  language: Language
  context: ChatContext
  /** The number of earlier answers in a row that did not help. */
  failedAttempts: number
  /** The agent of the previous answer: a follow-up without a subject stays with it. */
  previous: AgentId | null
}

/** What the encoder says of a question: its vector, and how near (cosine) each of the business's own agents is by its nearest subject. */
export type RoutingMeaning = { vector: Int8Array | null; nearness: ReadonlyMap<AgentId, number> }
const WITHOUT_ENCODER: RoutingMeaning = { vector: null, nearness: new Map() }

/** Added to the logit of a type: what is known besides the text. */
const CONTEXT_PRIOR = 0.7
const PREVIOUS_PRIOR = 1
/** A message of so few words says little about its subject: "and how long does that take?". */
const FOLLOW_UP_WORDS = 7
const FOLLOW_UP_PRIOR = 4
const FAILED_PRIOR = 0.7
const FAILED_ATTEMPTS_FOR_ESCALATION = 2
/** The text decides if its type leads by this much; else the previous agent, the chat's context, the general agent. */
const MARGIN = 0.06
/** A custom agent's subject counts from the first cosine on, and from the second one as much as if its words were written. */
const NEAR_FROM = 0.4
const NEAR_TO = 0.6
/** A subject whose words the customer wrote: of a custom agent it is more than a certain type, of a default one it decides among equals. */
const NAMED = 1.5
const NAMED_TIE_BREAK = 0.02

/** A prefix as stem ("return", "returns", "returning"), sufficient in every language. */
const stemOf = (word: string): string =>
  word.length > 6 ? word.slice(0, 6) : word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word

const stemsOf = (text: string): Set<string> => new Set(subjectWordsOf(text).map(stemOf))

/** Whether the customer wrote all words of one of the agent's subjects. */
function isNamed({ specializations, capabilities }: Candidate, stems: ReadonlySet<string>): boolean {
  const subjects = [...specializations, ...capabilities].map((subject) => [...stemsOf(subject)])
  return subjects.some((subject) => subject.length > 0 && subject.every((stem) => stems.has(stem)))
}

/** What an agent's subjects add to the probability of its type. */
function subjectScore(agent: Candidate, stems: ReadonlySet<string>, { nearness }: RoutingMeaning): number {
  const named = isNamed(agent, stems)
  if (agent.isDefault) return named ? NAMED_TIE_BREAK : 0
  if (named) return NAMED
  const near = ((nearness.get(agent.id) ?? 0) - NEAR_FROM) / (NEAR_TO - NEAR_FROM)
  return NAMED * Math.max(0, Math.min(1, near))
}

/** Polite words are about nothing. */
const POLITE: readonly SentenceKind[] = ['greeting', 'thanks', 'goodbye', 'ok', 'apology', 'help']
const hasSubject = (text: string): boolean => sentencesOf(text).some(({ kind }) => !POLITE.includes(kind))

/** What the chat says about the type before the text does. */
function priorOf({ text, context, failedAttempts }: RoutingQuestion, previous: Candidate | undefined) {
  const prior: Partial<Record<AgentType, number>> = {}
  const add = (type: AgentType | null | undefined, logit: number) => {
    if (type) prior[type] = (prior[type] ?? 0) + logit
  }
  add(CONTEXT_TYPE[context], CONTEXT_PRIOR)
  add(previous?.type, text.split(/\s+/).length <= FOLLOW_UP_WORDS ? FOLLOW_UP_PRIOR : PREVIOUS_PRIOR)
  if (failedAttempts >= FAILED_ATTEMPTS_FOR_ESCALATION) add('escalation', FAILED_PRIOR)
  return prior
}

/**
 * The agent for a question: by the meaning of the text and the agents' subjects; where that is unsure the previous agent, the agent of the
 * chat's context, the general agent. A question whose type has no candidate goes to the general agent. Null only without candidates.
 * Candidates are given oldest first; of equal ones the first is chosen.
 */
export function routeQuestion<C extends Candidate>(
  candidates: readonly C[],
  asked: RoutingQuestion,
  meaning: RoutingMeaning = WITHOUT_ENCODER,
): C | null {
  const previous = candidates.find(({ id }) => id === asked.previous)
  const probabilities = agentTypesOf(asked.text, asked.language, meaning.vector, priorOf(asked, previous))
  const stems = stemsOf(asked.text)
  const scored = candidates
    .map((agent) => ({ agent, score: probabilities[agent.type] + subjectScore(agent, stems, meaning) }))
    .sort((a, b) => b.score - a.score)
  const [first] = scored
  if (!first) return null
  const types = Object.entries(probabilities) as [AgentType, number][]
  const rival = Math.max(...types.filter(([type]) => type !== first.agent.type).map(([, probability]) => probability))
  if (hasSubject(asked.text) && first.score - rival >= MARGIN) return sameTypeAsPrevious(first, scored, previous)
  return previous ?? agentOfContext(candidates, asked.context) ?? fallbackAgent(candidates)
}

/** Among agents of equal score the previous one goes on. */
const sameTypeAsPrevious = <C extends Candidate>(
  first: { agent: C; score: number },
  scored: readonly { agent: C; score: number }[],
  previous: C | undefined,
): C => scored.find(({ agent, score }) => agent === previous && score === first.score)?.agent ?? first.agent

const agentOfContext = <C extends Candidate>(candidates: readonly C[], context: ChatContext): C | undefined =>
  candidates.find(({ type }) => type === CONTEXT_TYPE[context])

/** The general agent; else the first that is not for escalation or security. */
const fallbackAgent = <C extends Candidate>(candidates: readonly C[]): C | null =>
  candidates.find(({ type }) => type === 'general') ??
  candidates.find(({ type }) => type !== 'escalation' && type !== 'security') ??
  candidates[0] ??
  null
