import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import { detectEscalation } from '#server/assistant/signals/escalation-signals.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { isRecurring, type Recollection } from '#server/memory/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'

export type Decision = { reason: EscalationReason; priority: Priority }

const DAY_MS = 86_400_000
/** A score that was put off once is not brought up again in the same chat; an explicit sign always is. */
const isScoreSpent = (row: ConversationRow, memory: Recollection | null): boolean =>
  memory?.escalations.some(({ reason, sessionId }) => reason === 'score' && sessionId === row.id) ?? false

/** Whether a person is called for: an explicit trigger first, else the score of what is remembered (R33). */
export function decide(
  t: Tx,
  row: ConversationRow,
  turn: {
    text: string
    answerable: boolean
    failedAttempts: number
    /** The business's setting. */
    escalationThreshold: number
    memory: Recollection | null
  },
): Decision | null {
  const { memory } = turn
  const since = new Date(t.now.getTime() - DAY_MS).toISOString()
  const found = detectEscalation(turn.text, {
    answerable: turn.answerable,
    failedAttempts: turn.failedAttempts,
    escalationThreshold: turn.escalationThreshold,
    // This one counts too.
    interactions: (memory?.totalInteractions ?? 0) + 1,
    escalatedLastDay: memory?.escalations.some(({ at, sessionId }) => at > since && sessionId !== row.id) ?? false,
    recurringIssue: memory ? isRecurring(memory, turn.text, row.id) : false,
  })
  return found?.reason === 'score' && isScoreSpent(row, memory) ? null : found
}

/** Whether the words ask for a person, whatever else they hold. */
export const isExplicitRequest = (text: string): boolean =>
  detectEscalation(text, {
    answerable: true,
    failedAttempts: 0,
    escalationThreshold: 5,
    interactions: 0,
    escalatedLastDay: false,
    recurringIssue: false,
  })?.reason === 'human_requested'
