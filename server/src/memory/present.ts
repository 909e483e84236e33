import type { MemoryView } from '#contracts/memory/memory.ts'
import type { Remembered } from './remembered.ts'
import type { MemoryRow } from './schema.ts'

/** The seeds' default number of conversations shown (seed 1 §3). */
const SHOWN_EXCHANGES = 5
/** Who calls for a person within the first two questions of a chat does it quickly. */
const QUICK_WITHIN = 2

const newestFirst = <T>(list: readonly T[]): T[] => [...list].reverse()

/** All that is remembered, for the visitor and for the team alike: nothing is kept that cannot be seen. */
export const presentMemory = (row: MemoryRow): MemoryView => {
  const { content } = row
  return {
    visitCount: row.visitCount,
    firstVisitAt: row.firstVisitAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    totalInteractions: row.totalInteractions,
    timezone: row.timezone,
    preferredLanguage: row.language,
    communicationStyle: content.communicationStyle,
    technicalLevel: content.technicalLevel,
    emotionalState: content.emotionalState,
    preferredSolutions: content.preferredSolutions,
    learningPreferences: content.learningPreferences,
    personalityTraits: content.personalityTraits,
    escalationPattern: patternOf(content),
    knownIssues: newestFirst(content.knownIssues).map(({ sessionId: _, ...issue }) => issue),
    resolvedIssues: newestFirst(content.resolvedIssues),
    successfulSolutions: newestFirst(content.successfulSolutions),
    commonQuestions: content.commonQuestions.toSorted((a, b) => b.count - a.count || b.at.localeCompare(a.at)),
    satisfaction: newestFirst(content.satisfactionHistory).map(({ stars, at }) => ({ stars, at })),
    recentExchanges: newestFirst(content.conversationHistory.slice(-SHOWN_EXCHANGES)).map((one) => ({
      conversationId: one.sessionId,
      context: one.context,
      question: one.question,
      answer: one.answer,
      isHelpful: one.isHelpful,
      at: one.at,
    })),
    escalations: newestFirst(content.escalationHistory).map(({ reason, priority, userInput, at }) => ({
      reason,
      priority,
      words: userInput,
      at,
    })),
  }
}

/** How soon a person was called for, the last time. */
function patternOf({ conversationHistory, escalationHistory }: Remembered): MemoryView['escalationPattern'] {
  const last = escalationHistory.at(-1)
  if (!last) return null
  const before = conversationHistory.filter(({ sessionId, at }) => sessionId === last.sessionId && at <= last.at)
  return before.length <= QUICK_WITHIN ? 'quick' : 'patient'
}
