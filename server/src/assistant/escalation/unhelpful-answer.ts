import { callPerson, clearPendingAnswer } from '#server/assistant/service.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import { appendMessage, canAnswer, changeConversation, newId } from '#server/conversation/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { readTenant } from '#server/tenant/service.ts'
import { handoverWords } from './wording.ts'

/** The prompt follows its message by the seeds' two seconds (E2). */
const PROMPT_MS = 2000

type Rated = { conversation: ConversationRow; message: MessageRow; before: boolean | null }

/**
 * An answer the customer calls unhelpful is an attempt that failed, whatever the engine thought of it: enough of them call a person
 * (R33). One called helpful ends the count.
 */
export async function countVerdict(t: Tx, { conversation: row, message, before }: Rated): Promise<void> {
  if (!canAnswer(row) || row.offerReason || message.helpful === before) return
  if (message.helpful) {
    if (row.failedAttempts > 0) await changeConversation(t, row, { failedAttempts: 0 })
    return
  }
  if (message.helpful === null) return
  const { aiSettings } = await readTenant(t)
  const failedAttempts = row.failedAttempts + 1
  const counted = await changeConversation(t, row, { failedAttempts })
  if (failedAttempts < aiSettings.escalationThreshold) return
  const body = await handoverWords(t, row, 'three_attempts')
  await appendMessage(
    t,
    row.id,
    { id: newId(), author: 'assistant', kind: 'escalation', body },
    clearPendingAnswer(counted),
  )
  const promptAt = new Date(t.now.getTime() + PROMPT_MS)
  await callPerson(t, counted, { reason: 'three_attempts', priority: 'medium', userInput: '', promptAt })
}
