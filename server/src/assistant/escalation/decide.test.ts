import { expect, it } from 'vitest'
import type { ConversationId } from '#contracts/ids.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import type { RecalledMemory } from '#server/memory/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { decideEscalation } from './decide.ts'

const NOW = new Date('2026-03-06T12:00:00Z')
const HOUR_MS = 3_600_000

/** The decision about a plain question of a customer who was escalated `hours` ago in an earlier chat. */
function decisionAfter(hours: number) {
  const at = new Date(NOW.getTime() - hours * HOUR_MS).toISOString()
  const escalations = [{ reason: 'human_requested', priority: 'high', userInput: '', sessionId: 'earlier', at }]
  const memory = { totalInteractions: 5, escalations, lines: [], content: {} } as unknown as RecalledMemory
  const row = { id: 'this' as ConversationId } as ConversationRow
  const turn = { text: 'one more question', answerable: true, failedAttempts: 0, escalationThreshold: 3, memory }
  return decideEscalation({ now: NOW } as Tx, row, turn)
}

it('[E1] an escalation in another chat counts for the score for 24 hours', () => {
  expect(decisionAfter(23.9)).toEqual({ reason: 'score', priority: 'low' })
  expect(decisionAfter(24.1)).toBeNull()
})
