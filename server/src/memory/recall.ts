import type { ConversationId } from '#contracts/ids.ts'
import type { IssueTopic } from '#contracts/memory/memory.ts'
import { analyseMessage } from '#server/language/service.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import type { TicketRow } from '#server/ticket/schema.ts'
import type { Exchange, MemoryContent } from './memory-content.ts'
import type { MemoryRow } from './schema.ts'

/** The memory as the assistant uses it. */
export type RecalledMemory = {
  /**
   * Short English lines for a prompt. They contain customer text: data for the model, never instructions, to be delimited like
   * every customer text. Empty where there is nothing to state.
   */
  lines: string[]
  visitCount: number
  /** The number of earlier exchanges, over all visits. */
  totalInteractions: number
  technicalLevel: MemoryContent['technicalLevel']
  communicationStyle: MemoryContent['communicationStyle']
  timezone: string | null
  /** The topic of the last known issue. */
  lastTopic: IssueTopic | null
  categories: MemoryContent['categories']
  /** Escalations, the oldest first. */
  escalations: MemoryContent['escalationHistory']
}

const SHOWN_ISSUES = 3
const SHOWN_CONVERSATIONS = 5
/** How many of the customer's tickets are told. */
export const SHOWN_TICKETS = 5
const DAY_MS = 24 * 60 * 60 * 1000
const LINE_CHARACTERS = 120

const STYLES = { concise: 'Prefers short answers.', detailed: 'Prefers detailed answers.' }
const LEVELS = {
  beginner: 'Not technical: explain in simple words.',
  advanced: 'Technically advanced: no basics needed.',
}
const MOODS = { frustrated: 'Was frustrated lately.', hurried: 'Was in a hurry lately.', pleased: null, calm: null }
const LIKES = {
  steps: 'step-by-step instructions',
  article: 'links to articles',
  person: 'talking to a person',
  examples: 'examples',
  pictures: 'pictures',
  videos: 'videos',
}

const spaced = (topic: string) => topic.replaceAll('_', ' ')
const quoted = (text: string) => `"${clipLine(text, LINE_CHARACTERS).replaceAll('"', "'")}"`

/** `current`: the conversation that is going on, whose messages are known anyway. */
export function toRecalledMemory(row: MemoryRow, current: ConversationId | null = null): RecalledMemory {
  const { content } = row
  return {
    lines: linesOf(row, current),
    visitCount: row.visitCount,
    totalInteractions: row.totalInteractions,
    technicalLevel: content.technicalLevel,
    communicationStyle: content.communicationStyle,
    timezone: row.timezone,
    lastTopic: content.knownIssues.at(-1)?.topic ?? null,
    categories: content.categories,
    escalations: content.escalationHistory,
  }
}

function linesOf({ content, visitCount, totalInteractions }: MemoryRow, current: ConversationId | null): string[] {
  if (totalInteractions === 0) return []
  const likes = [...content.preferredSolutions, ...content.learningPreferences].map((one) => LIKES[one])
  const issues = content.knownIssues
    .slice(-SHOWN_ISSUES)
    .reverse()
    .map(
      ({ topic, count, lastAt }) =>
        `${spaced(topic)} (${count === 1 ? 'once' : `${count} visits`}, last ${lastAt.slice(0, 10)})`,
    )
  const resolved = content.resolvedIssues.slice(-SHOWN_ISSUES).map(({ topic }) => spaced(topic))
  const solved = content.successfulSolutions.slice(-SHOWN_ISSUES).map(({ title }) => quoted(title))
  const conversations = recentConversations(
    content.conversationHistory.filter(({ sessionId }) => sessionId !== current),
  )
  const lines = [
    `Visit ${visitCount}, ${totalInteractions} questions answered before.`,
    content.communicationStyle && STYLES[content.communicationStyle],
    content.technicalLevel && LEVELS[content.technicalLevel],
    content.emotionalState && MOODS[content.emotionalState],
    likes.length > 0 && `Likes ${likes.join(', ')}.`,
    issues.length > 0 && `Came before about: ${issues.join('; ')}.`,
    resolved.length > 0 && `Said to be solved: ${resolved.join(', ')}.`,
    solved.length > 0 && `Found helpful: ${solved.join(', ')}.`,
    conversations.length > 0 && `Recent conversations: ${conversations.join('; ')}.`,
  ]
  return lines.filter((line): line is string => Boolean(line))
}

/** The latest conversations, newest first, each with its last question. */
function recentConversations(exchanges: readonly Exchange[]): string[] {
  const newestFirst = Map.groupBy(exchanges.toReversed(), ({ sessionId }) => sessionId)
  return [...newestFirst.values()].slice(0, SHOWN_CONVERSATIONS).map((all) => {
    const [last] = all as [Exchange, ...Exchange[]]
    const helped = last.isHelpful === null ? '' : last.isHelpful ? ', solved' : ', not solved'
    return `${last.at.slice(0, 10)} ${quoted(last.question)} (${all.length === 1 ? '1 question' : `${all.length} questions`}${helped})`
  })
}

/** The customer's tickets as one line for a prompt, with number, subject, status and age; null where there is none. */
export function ticketHistoryLine(tickets: readonly TicketRow[], now: Date): string | null {
  const told = tickets.map(({ number, subject, status, createdAt }) => {
    const days = Math.floor((now.getTime() - createdAt.getTime()) / DAY_MS)
    const age = days < 1 ? 'opened today' : days === 1 ? 'opened yesterday' : `opened ${days} days ago`
    return `#${number} ${quoted(subject)} (${status}, ${age})`
  })
  return told.length > 0 ? `Tickets of this customer: ${told.join('; ')}.` : null
}

/** Whether a text is about a category that came up in an earlier visit: an issue recurs from its second visit on. */
export const isRecurring = (memory: RecalledMemory, text: string, conversationId: ConversationId): boolean =>
  analyseMessage(text).issues.some(({ category }) =>
    memory.categories.some(
      (one) => one.category === category && one.count + (one.sessionId === conversationId ? 0 : 1) >= 2,
    ),
  )
