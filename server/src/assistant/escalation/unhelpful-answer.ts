import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import { appendMessage, canAnswer, changeConversation, newId } from '#server/conversation/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { readTenant } from '#server/tenant/service.ts'
import { decideRequested } from './decide.ts'
import { clearPendingAnswer, escalateConversation, withdrawOffer } from './request-person.ts'
import { handoverText } from './wording.ts'

/** The ticket prompt appears 2 s after the handover message. */
const PROMPT_MS = 2000

type Rated = { conversation: ConversationRow; message: MessageRow; before: boolean | null }

/**
 * Counts an answer rated as unhelpful as a failed answer; as many as the tenant's threshold escalate the conversation. An answer
 * rated as helpful resets the count, and withdraws the offer of a ticket.
 */
export async function countAnswerRating(t: Tx, { conversation: row, message, before }: Rated): Promise<void> {
  if (!canAnswer(row) || message.helpful === before) return
  if (row.offerReason) return message.helpful ? await withdrawOffer(t, row) : undefined
  if (message.helpful) {
    if (row.failedAttempts > 0) await changeConversation(t, row, { failedAttempts: 0 })
    return
  }
  if (message.helpful === null) return
  const { aiSettings } = await readTenant(t)
  const failedAttempts = row.failedAttempts + 1
  const counted = await changeConversation(t, row, { failedAttempts })
  if (failedAttempts < aiSettings.escalationThreshold) return
  const body = await handoverText(t, row, 'three_attempts')
  await appendMessage(
    t,
    row.id,
    { id: newId(), author: 'assistant', kind: 'escalation', body },
    clearPendingAnswer(counted),
  )
  const promptAt = new Date(t.now.getTime() + PROMPT_MS)
  const decision = await decideRequested(t, row, { reason: 'three_attempts', priority: 'medium' })
  await escalateConversation(t, counted, { ...decision, userInput: '', promptAt })
}
