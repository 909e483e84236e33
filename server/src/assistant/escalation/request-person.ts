import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { strongestPriority } from '#server/assistant/signals/escalation-signals.ts'
import { queueBrief } from '#server/assistant/ticket-brief/brief.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import {
  appendMessage,
  canAnswer,
  changeConversation,
  getConversation,
  newId,
  presentConversation,
} from '#server/conversation/service.ts'
import { refuseBlocked } from '#server/customer/service.ts'
import { rememberEscalation } from '#server/memory/service.ts'
import { type Actor, assistant, type Guest, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow, startUnassignedTimer } from '#server/ticket/service.ts'
import { decideRequested } from './decide.ts'
import { insertEscalation } from './queries.ts'
import { handoverText } from './wording.ts'

type NewEscalation = { reason: EscalationReason; priority: Priority; userInput: string; promptAt: Date }

/**
 * Escalates a conversation and stores the reason: offers the customer a ticket, or returns a conversation that has a ticket to the
 * team. An open offer keeps the stronger priority: a later, weaker sign does not lower it.
 */
export async function escalateConversation(
  t: Tx,
  row: ConversationRow,
  { reason, userInput, promptAt, ...given }: NewEscalation,
  actor: Actor = assistant,
): Promise<ConversationRow> {
  const { id: conversationId, guestId } = row
  const priority = strongestPriority(given.priority, row.offerPriority ?? 'low')
  await insertEscalation(t, {
    ...{ id: crypto.randomUUID(), conversationId, guestId, reason, priority, at: t.now },
    userInput: userInput.slice(0, 2000),
  })
  await rememberEscalation(t, row, { reason, priority, userInput })
  if (row.ticketId) {
    // The new brief includes the messages since the last one.
    await queueBrief(t, row.ticketId)
    await startUnassignedTimer(t, await getTicketRow(t, system, row.ticketId))
  }
  return changeConversation(
    t,
    row,
    row.ticketId
      ? { state: 'waiting', ...clearPendingAnswer(row) }
      : { offerReason: reason, offerPriority: priority, offerPromptAt: promptAt },
    { actor, reason },
  )
}

/** The change by which no message so far needs an answer of the assistant. */
export const clearPendingAnswer = (row: ConversationRow) => ({ answerDueAt: null, answeredSeq: row.seq })

/** "Talk to a person": escalates at once. Changes nothing where people already own the conversation or it was requested before. */
export const requestPerson = (tenant: Tenant, actor: Guest, id: ConversationId): Promise<ConversationView> =>
  tenant.tx(async (t) => {
    refuseBlocked(actor)
    const found = await getConversation(t, actor, id, 'forUpdate')
    // A chat that its customer ended goes on; one that ended with its ticket does not.
    const hasEnded = found.state === 'closed' && found.ticketId === null
    const row = hasEnded ? await changeConversation(t, found, { state: 'ai' }) : found
    const isRequested = !canAnswer(row) || row.offerReason === 'human_requested'
    if (isRequested) return presentConversation(row)
    const decision = await decideRequested(t, row, { reason: 'human_requested', priority: 'high' })
    const body = await handoverText(t, row, decision.reason)
    await appendMessage(t, id, { id: newId(), author: 'assistant', kind: 'escalation', body }, clearPendingAnswer(row))
    const escalation = { ...decision, userInput: '', promptAt: t.now }
    return presentConversation(await escalateConversation(t, row, escalation, actor))
  })

/** "Not Now": removes the offer and resets the count of failed answers. */
export const declineOffer = (tenant: Tenant, actor: Guest, id: ConversationId): Promise<ConversationView> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, actor, id, 'forUpdate')
    if (!row.offerReason) return presentConversation(row)
    return presentConversation(await changeConversation(t, row, NO_OFFER))
  })

const NO_OFFER = { offerReason: null, offerPriority: null, offerPromptAt: null, failedAttempts: 0 } as const

/**
 * After a good answer the offer of a ticket steps back: the customer has what they came for. One that they asked for themselves stays, and so
 * does an urgent one.
 */
export async function withdrawOffer(t: Tx, row: ConversationRow): Promise<void> {
  if (!row.offerReason || row.offerReason === 'human_requested' || row.offerPriority === 'urgent') return
  await changeConversation(t, row, NO_OFFER)
}
