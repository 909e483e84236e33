import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { detectEscalation } from '#server/assistant/signals/escalation-signals.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { isRecurring, type RecalledMemory } from '#server/memory/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

export type EscalationDecision = { reason: EscalationReason; priority: Priority }

const DAY_MS = 86_400_000
/** The score escalates a conversation once; explicit signals always do. */
const wasScoreUsed = (row: ConversationRow, memory: RecalledMemory | null): boolean =>
  memory?.escalations.some(({ reason, sessionId }) => reason === 'score' && sessionId === row.id) ?? false

/** Decides whether to escalate: by explicit signals first, else by the score, which includes the customer's memory. */
export function decideEscalation(
  t: Tx,
  row: ConversationRow,
  turn: {
    text: string
    answerable: boolean
    failedAttempts: number
    /** The tenant's setting: the number of failed answers that escalates. */
    escalationThreshold: number
    memory: RecalledMemory | null
  },
): EscalationDecision | null {
  const { memory } = turn
  const since = new Date(t.now.getTime() - DAY_MS).toISOString()
  const found = detectEscalation(turn.text, {
    answerable: turn.answerable,
    failedAttempts: turn.failedAttempts,
    escalationThreshold: turn.escalationThreshold,
    // Includes the current interaction.
    interactions: (memory?.totalInteractions ?? 0) + 1,
    escalatedLastDay: memory?.escalations.some(({ at, sessionId }) => at > since && sessionId !== row.id) ?? false,
    recurringIssue: memory ? isRecurring(memory, turn.text, row.id) : false,
  })
  return found?.reason === 'score' && wasScoreUsed(row, memory) ? null : found
}

/** Whether a text explicitly requests a person. */
export const isExplicitRequest = (text: string): boolean =>
  detectEscalation(text, {
    answerable: true,
    failedAttempts: 0,
    escalationThreshold: 5,
    interactions: 0,
    escalatedLastDay: false,
    recurringIssue: false,
  })?.reason === 'human_requested'
