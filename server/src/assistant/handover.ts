import type { EscalationReason, Priority } from '#contracts/conversation.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { readTenant } from '#server/tenant/service.ts'
import { detectEscalation } from './escalation.ts'
import { hasEscalatedSince } from './queries.ts'

export type Decision = { reason: EscalationReason; priority: Priority }

const DAY_MS = 86_400_000

/** Whether a person is called for: an explicit trigger first, else the score (R33). */
export async function decide(
  t: Tx,
  row: ConversationRow,
  turn: { text: string; answerable: boolean; failedAttempts: number },
): Promise<Decision | null> {
  const { aiSettings } = await readTenant(t)
  const since = new Date(t.now.getTime() - DAY_MS)
  return detectEscalation(turn.text, {
    answerable: turn.answerable,
    failedAttempts: turn.failedAttempts,
    escalationThreshold: aiSettings.escalationThreshold,
    interactions: Math.floor(row.messageCount / 2),
    escalatedLastDay: row.guestId ? await hasEscalatedSince(t, row.guestId, since, row.id) : false,
    recurringIssue: false,
  })
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
