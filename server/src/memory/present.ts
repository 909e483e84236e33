import type { MemoryView } from '#contracts/memory/memory.ts'
import type { MemoryContent } from './memory-content.ts'
import type { MemoryRow } from './schema.ts'

/** The number of exchanges shown. */
const SHOWN_EXCHANGES = 5
/** An escalation within the first two questions of a chat counts as quick. */
const QUICK_WITHIN = 2

const newestFirst = <T>(list: readonly T[]): T[] => [...list].reverse()

/** The complete memory, the same for the guest and for members: nothing is stored that they cannot see. */
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
    escalationPattern: escalationPatternOf(content),
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

/** How soon the last escalation came in its chat. */
function escalationPatternOf({
  conversationHistory,
  escalationHistory,
}: MemoryContent): MemoryView['escalationPattern'] {
  const last = escalationHistory.at(-1)
  if (!last) return null
  const before = conversationHistory.filter(({ sessionId, at }) => sessionId === last.sessionId && at <= last.at)
  return before.length <= QUICK_WITHIN ? 'quick' : 'patient'
}
