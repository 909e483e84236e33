import type { z } from 'zod'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type {
  CommunicationStyle,
  EmotionalState,
  IssueCategory,
  IssueTopic,
  Learning,
  Solution,
  TechnicalLevel,
  Trait,
} from '#contracts/memory/memory.ts'
import { analyseMessage, type Issue, type Traits } from '#server/language/service.ts'
import { clipLine } from '#server/platform/text/clip.ts'

/** A question with its answer, shortened. Instants are ISO 8601: the whole is stored as JSON. */
export type Exchange = {
  messageId: MessageId | null
  sessionId: ConversationId
  context: ChatContext
  question: string
  answer: string
  issues: Issue[]
  /** The titles of the cited sources. */
  sources: string[]
  isHelpful: boolean | null
  at: string
}

export type KnownIssue = Issue & {
  issue: string
  count: number
  sessionId: ConversationId
  firstAt: string
  lastAt: string
}

export type EscalationEntry = {
  reason: EscalationReason
  priority: Priority
  userInput: string
  sessionId: ConversationId
  at: string
}

/** The stored content of a memory, beside the counters of its row. */
export type MemoryContent = {
  traitCounts: {
    concise: number
    detailed: number
    beginner: number
    advanced: number
    polite: number
    hurried: number
    long: number
  }
  communicationStyle: z.output<typeof CommunicationStyle> | null
  technicalLevel: z.output<typeof TechnicalLevel> | null
  emotionalState: z.output<typeof EmotionalState> | null
  preferredSolutions: z.output<typeof Solution>[]
  learningPreferences: z.output<typeof Learning>[]
  personalityTraits: z.output<typeof Trait>[]
  conversationHistory: Exchange[]
  knownIssues: KnownIssue[]
  /** The number of visits in which each category came up. */
  categories: { category: IssueCategory; count: number; sessionId: ConversationId }[]
  resolvedIssues: { category: IssueCategory; topic: IssueTopic; at: string }[]
  successfulSolutions: { title: string; at: string }[]
  commonQuestions: { question: string; count: number; at: string }[]
  escalationHistory: EscalationEntry[]
  satisfactionHistory: { stars: number; at: string; messageId: MessageId | null }[]
}

/** The maximum number of entries in each list; the newest are kept. */
export const MAX_ENTRIES = { exchanges: 20, issues: 10, solutions: 5, questions: 10, satisfaction: 10, escalations: 10 }
const QUESTION_CHARACTERS = 300
const ANSWER_CHARACTERS = 300

export const emptyMemory = (): MemoryContent => ({
  traitCounts: { concise: 0, detailed: 0, beginner: 0, advanced: 0, polite: 0, hurried: 0, long: 0 },
  communicationStyle: null,
  technicalLevel: null,
  emotionalState: null,
  preferredSolutions: [],
  learningPreferences: [],
  personalityTraits: [],
  conversationHistory: [],
  knownIssues: [],
  categories: [],
  resolvedIssues: [],
  successfulSolutions: [],
  commonQuestions: [],
  escalationHistory: [],
  satisfactionHistory: [],
})

export type NewExchange = {
  messageId: MessageId | null
  sessionId: ConversationId
  context: ChatContext
  question: string
  answer: string
  sources: readonly string[]
  /** Set where the answer was rated before it was added. */
  isHelpful?: boolean | null
  at: Date
}

/** The memory with one more exchange. */
export function addExchange(before: MemoryContent, given: NewExchange): MemoryContent {
  const at = given.at.toISOString()
  const issues = analyseMessage(given.question).issues
  const exchange: Exchange = {
    messageId: given.messageId,
    sessionId: given.sessionId,
    context: given.context,
    question: clipLine(given.question, QUESTION_CHARACTERS),
    answer: clipLine(given.answer, ANSWER_CHARACTERS),
    issues,
    sources: given.sources.slice(0, MAX_ENTRIES.solutions).map((title) => clipLine(title, QUESTION_CHARACTERS)),
    isHelpful: given.isHelpful ?? null,
    at,
  }
  return {
    ...withTraits(before, analyseMessage(given.question).traits),
    conversationHistory: withExchange(before.conversationHistory, exchange),
    knownIssues: issues
      .reduce((known, issue) => withIssue(known, issue, exchange), before.knownIssues)
      .slice(-MAX_ENTRIES.issues),
    categories: [...new Set(issues.map(({ category }) => category))].reduce(
      (known, category) => withCategory(known, category, given.sessionId),
      before.categories,
    ),
    commonQuestions: withQuestion(before.commonQuestions, exchange.question, at),
  }
}

/**
 * The history with one more exchange. Beyond the maximum the oldest goes that is not the last of its conversation, so that one long chat
 * does not push out the conversations before it.
 */
function withExchange(before: readonly Exchange[], exchange: Exchange): Exchange[] {
  const all = [...before, exchange]
  if (all.length <= MAX_ENTRIES.exchanges) return all
  const lasts = new Map(all.map(({ sessionId }, position) => [sessionId, position]))
  const dropped = all.findIndex(({ sessionId }, position) => lasts.get(sessionId) !== position)
  return all.filter((_, position) => position !== Math.max(0, dropped))
}

/** Counts traits. Two of one kind make a style or level; the newer wins where the counts are equal. */
function withTraits(before: MemoryContent, found: Traits): MemoryContent {
  const counts = { ...before.traitCounts }
  if (found.style) counts[found.style] += 1
  if (found.level) counts[found.level] += 1
  if (found.isPolite) counts.polite += 1
  if (found.isLong) counts.long += 1
  if (found.mood === 'hurried') counts.hurried += 1
  return {
    ...before,
    traitCounts: counts,
    communicationStyle: leading(before.communicationStyle, found.style, counts),
    technicalLevel: leading(before.technicalLevel, found.level, counts),
    emotionalState: found.mood,
    preferredSolutions: withPreferences(before.preferredSolutions, found, 'preferredSolutions'),
    learningPreferences: withPreferences(before.learningPreferences, found, 'learningPreferences'),
    personalityTraits: [
      ...(counts.polite >= 2 ? (['polite'] as const) : []),
      ...(counts.hurried >= 2 ? (['impatient'] as const) : []),
      ...(counts.long >= 2 ? (['thorough'] as const) : []),
    ],
  }
}

const MIN_TRAIT_COUNT = 2

function leading<T extends 'concise' | 'detailed' | 'beginner' | 'advanced'>(
  known: T | null,
  found: T | null,
  counts: Record<'concise' | 'detailed' | 'beginner' | 'advanced', number>,
): T | null {
  if (found === null || found === known) return known
  return counts[found] >= Math.max(MIN_TRAIT_COUNT, known === null ? 0 : counts[known]) ? found : known
}

function withPreferences<T extends string>(
  known: T[],
  found: Traits,
  list: Traits['preferences'][number]['list'],
): T[] {
  const preferred = found.preferences.filter((one) => one.list === list).map(({ preference }) => preference as T)
  return [...new Set([...preferred, ...known])].slice(0, 3)
}

/** Counts an issue once per visit, the newest last. */
function withIssue(known: KnownIssue[], { category, topic }: Issue, exchange: Exchange): KnownIssue[] {
  const before = known.find((one) => one.topic === topic)
  const isNewVisit = before?.sessionId !== exchange.sessionId
  const now: KnownIssue = {
    category,
    topic,
    issue: exchange.question,
    count: (before?.count ?? 0) + (isNewVisit ? 1 : 0),
    sessionId: exchange.sessionId,
    firstAt: before?.firstAt ?? exchange.at,
    lastAt: exchange.at,
  }
  return [...known.filter((one) => one !== before), now]
}

function withCategory(
  known: MemoryContent['categories'],
  category: IssueCategory,
  sessionId: ConversationId,
): MemoryContent['categories'] {
  const before = known.find((one) => one.category === category)
  const count = (before?.count ?? 0) + (before?.sessionId === sessionId ? 0 : 1)
  return [...known.filter((one) => one !== before), { category, count, sessionId }]
}

const sameQuestion = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function withQuestion(
  known: MemoryContent['commonQuestions'],
  question: string,
  at: string,
): MemoryContent['commonQuestions'] {
  const before = known.find((one) => sameQuestion(one.question) === sameQuestion(question))
  const now = { question, count: (before?.count ?? 0) + 1, at }
  return [...known.filter((one) => one !== before), now].slice(-MAX_ENTRIES.questions)
}

/** The memory after a rating of an answer; null withdraws the rating. */
export function addAnswerRating(
  before: MemoryContent,
  messageId: MessageId,
  isHelpful: boolean | null,
  at: Date,
): MemoryContent {
  const rated = before.conversationHistory.find((one) => one.messageId === messageId)
  const stamp = at.toISOString()
  const stars = isHelpful === null ? [] : [{ stars: isHelpful ? 5 : 1, at: stamp, messageId }]
  const rest = before.satisfactionHistory.filter((one) => one.messageId !== messageId)
  const satisfactionHistory = [...rest, ...stars].slice(-MAX_ENTRIES.satisfaction)
  if (!rated) return { ...before, satisfactionHistory }
  // Removes the effect of an earlier rating of this answer.
  const open = before.resolvedIssues.filter(({ topic }) => !rated.issues.some((one) => one.topic === topic))
  const others = before.successfulSolutions.filter(({ title }) => !rated.sources.includes(title))
  const resolved = isHelpful ? rated.issues.map((issue) => ({ ...issue, at: stamp })) : []
  const solved = isHelpful ? rated.sources.map((title) => ({ title, at: stamp })) : []
  return {
    ...before,
    satisfactionHistory,
    conversationHistory: before.conversationHistory.map((one) => (one === rated ? { ...one, isHelpful } : one)),
    resolvedIssues: [...open, ...resolved].slice(-MAX_ENTRIES.issues),
    successfulSolutions: [...others, ...solved].slice(-MAX_ENTRIES.solutions),
  }
}

/** The memory after a rating of a ticket. */
export const addTicketRating = (before: MemoryContent, stars: number, at: Date): MemoryContent => ({
  ...before,
  satisfactionHistory: [...before.satisfactionHistory, { stars, at: at.toISOString(), messageId: null }].slice(
    -MAX_ENTRIES.satisfaction,
  ),
})

/** The memory after an escalation. */
export const addEscalation = (
  before: MemoryContent,
  escalation: Omit<EscalationEntry, 'at'>,
  at: Date,
): MemoryContent => ({
  ...before,
  escalationHistory: [
    ...before.escalationHistory,
    { ...escalation, userInput: clipLine(escalation.userInput, QUESTION_CHARACTERS), at: at.toISOString() },
  ].slice(-MAX_ENTRIES.escalations),
})
