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
  /** Titles of what the answer rested on. */
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

export type Escalated = {
  reason: EscalationReason
  priority: Priority
  userInput: string
  sessionId: ConversationId
  at: string
}

/** Everything inferred or kept of one visitor, beside the counters of its row. */
export type Remembered = {
  signs: {
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
  /** In how many visits each category came up. */
  categories: { category: IssueCategory; count: number; sessionId: ConversationId }[]
  resolvedIssues: { category: IssueCategory; topic: IssueTopic; at: string }[]
  successfulSolutions: { title: string; at: string }[]
  commonQuestions: { question: string; count: number; at: string }[]
  escalationHistory: Escalated[]
  satisfactionHistory: { stars: number; at: string; messageId: MessageId | null }[]
}

/** How much is kept: the seeds' caps for issues (10) and lists of five; of exchanges, what fills one page. */
export const KEPT = { exchanges: 20, issues: 10, solutions: 5, questions: 10, satisfaction: 10, escalations: 10 }
const QUESTION_CHARACTERS = 300
const ANSWER_CHARACTERS = 300

export const nothingRemembered = (): Remembered => ({
  signs: { concise: 0, detailed: 0, beginner: 0, advanced: 0, polite: 0, hurried: 0, long: 0 },
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
  /** Where it was judged before it was remembered. */
  isHelpful?: boolean | null
  at: Date
}

/** The memory after one more exchange. Pure. */
export function afterExchange(before: Remembered, said: NewExchange): Remembered {
  const at = said.at.toISOString()
  const issues = analyseMessage(said.question).issues
  const exchange: Exchange = {
    messageId: said.messageId,
    sessionId: said.sessionId,
    context: said.context,
    question: clipLine(said.question, QUESTION_CHARACTERS),
    answer: clipLine(said.answer, ANSWER_CHARACTERS),
    issues,
    sources: said.sources.slice(0, KEPT.solutions).map((title) => clipLine(title, QUESTION_CHARACTERS)),
    isHelpful: said.isHelpful ?? null,
    at,
  }
  return {
    ...withSigns(before, analyseMessage(said.question).traits),
    conversationHistory: [...before.conversationHistory, exchange].slice(-KEPT.exchanges),
    knownIssues: issues
      .reduce((known, issue) => withIssue(known, issue, exchange), before.knownIssues)
      .slice(-KEPT.issues),
    categories: [...new Set(issues.map(({ category }) => category))].reduce(
      (known, category) => withCategory(known, category, said.sessionId),
      before.categories,
    ),
    commonQuestions: withQuestion(before.commonQuestions, exchange.question, at),
  }
}

/** Two signs of one kind make a style or level; the newer wins where they are equal in number. */
function withSigns(before: Remembered, found: Traits): Remembered {
  const signs = { ...before.signs }
  if (found.style) signs[found.style] += 1
  if (found.level) signs[found.level] += 1
  if (found.isPolite) signs.polite += 1
  if (found.isLong) signs.long += 1
  if (found.mood === 'hurried') signs.hurried += 1
  return {
    ...before,
    signs,
    communicationStyle: leading(before.communicationStyle, found.style, signs),
    technicalLevel: leading(before.technicalLevel, found.level, signs),
    emotionalState: found.mood,
    preferredSolutions: withWishes(before.preferredSolutions, found, 'preferredSolutions'),
    learningPreferences: withWishes(before.learningPreferences, found, 'learningPreferences'),
    personalityTraits: [
      ...(signs.polite >= 2 ? (['polite'] as const) : []),
      ...(signs.hurried >= 2 ? (['impatient'] as const) : []),
      ...(signs.long >= 2 ? (['thorough'] as const) : []),
    ],
  }
}

const SIGNS_NEEDED = 2

function leading<T extends 'concise' | 'detailed' | 'beginner' | 'advanced'>(
  known: T | null,
  found: T | null,
  signs: Record<'concise' | 'detailed' | 'beginner' | 'advanced', number>,
): T | null {
  if (found === null || found === known) return known
  return signs[found] >= Math.max(SIGNS_NEEDED, known === null ? 0 : signs[known]) ? found : known
}

function withWishes<T extends string>(known: T[], found: Traits, list: Traits['wishes'][number]['list']): T[] {
  const wished = found.wishes.filter((one) => one.list === list).map(({ wish }) => wish as T)
  return [...new Set([...wished, ...known])].slice(0, 3)
}

/** Counted once a visit, the newest last. */
function withIssue(known: KnownIssue[], { category, topic }: Issue, said: Exchange): KnownIssue[] {
  const before = known.find((one) => one.topic === topic)
  const isNewVisit = before?.sessionId !== said.sessionId
  const now: KnownIssue = {
    category,
    topic,
    issue: said.question,
    count: (before?.count ?? 0) + (isNewVisit ? 1 : 0),
    sessionId: said.sessionId,
    firstAt: before?.firstAt ?? said.at,
    lastAt: said.at,
  }
  return [...known.filter((one) => one !== before), now]
}

function withCategory(
  known: Remembered['categories'],
  category: IssueCategory,
  sessionId: ConversationId,
): Remembered['categories'] {
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
  known: Remembered['commonQuestions'],
  question: string,
  at: string,
): Remembered['commonQuestions'] {
  const before = known.find((one) => sameQuestion(one.question) === sameQuestion(question))
  const now = { question, count: (before?.count ?? 0) + 1, at }
  return [...known.filter((one) => one !== before), now].slice(-KEPT.questions)
}

/** The memory after the visitor said whether an answer helped; null takes the word back. */
export function afterVerdict(
  before: Remembered,
  messageId: MessageId,
  isHelpful: boolean | null,
  at: Date,
): Remembered {
  const judged = before.conversationHistory.find((one) => one.messageId === messageId)
  const stamp = at.toISOString()
  const stars = isHelpful === null ? [] : [{ stars: isHelpful ? 5 : 1, at: stamp, messageId }]
  const rest = before.satisfactionHistory.filter((one) => one.messageId !== messageId)
  const satisfactionHistory = [...rest, ...stars].slice(-KEPT.satisfaction)
  if (!judged) return { ...before, satisfactionHistory }
  // What an earlier word said of this answer no longer holds.
  const open = before.resolvedIssues.filter(({ topic }) => !judged.issues.some((one) => one.topic === topic))
  const others = before.successfulSolutions.filter(({ title }) => !judged.sources.includes(title))
  const resolved = isHelpful ? judged.issues.map((issue) => ({ ...issue, at: stamp })) : []
  const solved = isHelpful ? judged.sources.map((title) => ({ title, at: stamp })) : []
  return {
    ...before,
    satisfactionHistory,
    conversationHistory: before.conversationHistory.map((one) => (one === judged ? { ...one, isHelpful } : one)),
    resolvedIssues: [...open, ...resolved].slice(-KEPT.issues),
    successfulSolutions: [...others, ...solved].slice(-KEPT.solutions),
  }
}

/** The memory after a finished ticket was rated. */
export const afterStars = (before: Remembered, stars: number, at: Date): Remembered => ({
  ...before,
  satisfactionHistory: [...before.satisfactionHistory, { stars, at: at.toISOString(), messageId: null }].slice(
    -KEPT.satisfaction,
  ),
})

/** The memory after a person was called for. */
export const afterEscalation = (before: Remembered, called: Omit<Escalated, 'at'>, at: Date): Remembered => ({
  ...before,
  escalationHistory: [
    ...before.escalationHistory,
    { ...called, userInput: clipLine(called.userInput, QUESTION_CHARACTERS), at: at.toISOString() },
  ].slice(-KEPT.escalations),
})
