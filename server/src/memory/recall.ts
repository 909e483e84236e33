import type { ConversationId } from '#contracts/ids.ts'
import type { IssueTopic } from '#contracts/memory/memory.ts'
import { analyseMessage } from '#server/language/service.ts'
import { clipLine } from '#server/platform/text/clip.ts'
import type { Remembered } from './remembered.ts'
import type { MemoryRow } from './schema.ts'

/** What is remembered, as the assistant uses it. */
export type Recollection = {
  /**
   * Short plain lines for a prompt, in English. They hold words of the customer's: data for the model, never instructions, to be
   * delimited like everything a customer wrote. Empty where nothing is worth a line.
   */
  lines: string[]
  visitCount: number
  /** Exchanges before this one, over all visits. */
  totalInteractions: number
  technicalLevel: Remembered['technicalLevel']
  communicationStyle: Remembered['communicationStyle']
  timezone: string | null
  /** What the last questions were about, where they were about something known. */
  lastTopic: IssueTopic | null
  categories: Remembered['categories']
  /** Calls for a person, the oldest first. */
  escalations: Remembered['escalationHistory']
}

const SHOWN_ISSUES = 3
const SHOWN_QUESTIONS = 3
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

const words = (topic: string) => topic.replaceAll('_', ' ')
const quoted = (text: string) => `"${clipLine(text, LINE_CHARACTERS).replaceAll('"', "'")}"`

export function recollectionOf(row: MemoryRow): Recollection {
  const { content } = row
  return {
    lines: linesOf(row),
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

function linesOf({ content, visitCount, totalInteractions }: MemoryRow): string[] {
  if (totalInteractions === 0) return []
  const likes = [...content.preferredSolutions, ...content.learningPreferences].map((one) => LIKES[one])
  const issues = content.knownIssues
    .slice(-SHOWN_ISSUES)
    .reverse()
    .map(
      ({ topic, count, lastAt }) =>
        `${words(topic)} (${count === 1 ? 'once' : `${count} visits`}, last ${lastAt.slice(0, 10)})`,
    )
  const resolved = content.resolvedIssues.slice(-SHOWN_ISSUES).map(({ topic }) => words(topic))
  const solved = content.successfulSolutions.slice(-SHOWN_ISSUES).map(({ title }) => quoted(title))
  const asked = content.conversationHistory.slice(-SHOWN_QUESTIONS).map(({ question }) => quoted(question))
  const lines = [
    `Visit ${visitCount}, ${totalInteractions} questions answered before.`,
    content.communicationStyle && STYLES[content.communicationStyle],
    content.technicalLevel && LEVELS[content.technicalLevel],
    content.emotionalState && MOODS[content.emotionalState],
    likes.length > 0 && `Likes ${likes.join(', ')}.`,
    issues.length > 0 && `Came before about: ${issues.join('; ')}.`,
    resolved.length > 0 && `Said to be solved: ${resolved.join(', ')}.`,
    solved.length > 0 && `Found helpful: ${solved.join(', ')}.`,
    asked.length > 0 && `Asked last: ${asked.join(', ')}.`,
  ]
  return lines.filter((line): line is string => Boolean(line))
}

/** Whether these words are about a category that came up in another visit before: the second time, it recurs (seed 1 §9). */
export const isRecurring = (known: Recollection, text: string, here: ConversationId): boolean =>
  analyseMessage(text).issues.some(({ category }) =>
    known.categories.some((one) => one.category === category && one.count + (one.sessionId === here ? 0 : 1) >= 2),
  )
