import type { z } from 'zod'
import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow } from '#server/conversation/schema.ts'
import {
  appendMessage,
  canAnswer,
  changeConversation,
  findSameConversation,
  getConversation,
  newId,
  openConversation,
  presentConversation,
  readThread,
} from '#server/conversation/service.ts'
import { warmKnowledge } from '#server/knowledge/service.ts'
import type { Language } from '#server/language/service.ts'
import { beginVisit, rememberEscalation } from '#server/memory/service.ts'
import { type Actor, assistant, type Guest, system } from '#server/platform/actor.ts'
import { createOnce } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow, startUnassignedTimer } from '#server/ticket/service.ts'
import { greetingOf } from './answering/greeting.ts'
import { insertEscalation } from './escalation/queries.ts'
import { handoverWords } from './escalation/wording.ts'
import { orderBrief } from './ticket-brief/service.ts'

export { askAssistant } from './answering/ask.ts'
export { escalationAfter } from './escalation/queries.ts'
export type { Origin } from './types.ts'

type Opened = z.output<typeof startConversation.body>

/** Opens a chat and greets: by the time of day on the customer's clock, or as somebody who comes back (H2). `accepted`: the browser's languages. */
export async function open(
  tenant: Tenant,
  actor: Guest,
  given: Opened,
  accepted: readonly Language[],
): Promise<ReplyOf<typeof startConversation>> {
  // While the customer types: the first question finds its knowledge read.
  void warmKnowledge(tenant)
  const language = accepted[0] ?? 'en'
  const { guestId } = actor
  const fresh = { id: given.id, channel: 'chat', context: given.context, language, state: 'ai', guestId } as const
  return createOnce(tenant, {
    create: async (t) => {
      await openConversation(t, fresh)
      const known = await beginVisit(t, { kind: 'guest', id: guestId }, given.timezone ?? null)
      const body = await greetingOf(t, known, { timezone: given.timezone, language })
      const { row } = await appendMessage(t, given.id, { id: newId(), author: 'assistant', kind: 'greeting', body })
      return readThread(t, actor, row, null)
    },
    findSame: async (t) => {
      const row = await findSameConversation(t, fresh)
      return row && readThread(t, actor, row, null)
    },
    conflict: () => conflict(m.error_conversation_id_taken),
  })
}

type Called = { reason: EscalationReason; priority: Priority; userInput: string; promptAt: Date }

/**
 * Calls a person, and keeps in the history why (E3): the offer of a ticket, or, where the chat has one already, the word goes back
 * to the team.
 */
export async function callPerson(
  t: Tx,
  row: ConversationRow,
  called: Called,
  actor: Actor = assistant,
): Promise<ConversationRow> {
  const { reason, priority, userInput, promptAt } = called
  const { id: conversationId, guestId } = row
  await insertEscalation(t, {
    ...{ id: crypto.randomUUID(), conversationId, guestId, reason, priority, at: t.now },
    userInput: userInput.slice(0, 2000),
  })
  await rememberEscalation(t, row, { reason, priority, userInput })
  if (row.ticketId) {
    // Whoever takes it up again finds what was said since.
    await orderBrief(t, row.ticketId)
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

/** What was said so far needs no answer of the assistant any more. */
export const clearPendingAnswer = (row: ConversationRow) => ({ answerDueAt: null, answeredSeq: row.seq })

/** "Talk to a person": at once, whatever the assistant thinks. Where people have the word already, nothing changes. */
export const requestPerson = (tenant: Tenant, actor: Guest, id: ConversationId): Promise<ConversationView> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, actor, id, 'forUpdate')
    const isCalled = !canAnswer(row) || row.offerReason === 'human_requested'
    if (isCalled) return presentConversation(row)
    const called = { reason: 'human_requested', priority: 'high', userInput: '', promptAt: t.now } as const
    const body = await handoverWords(t, row, called.reason)
    await appendMessage(t, id, { id: newId(), author: 'assistant', kind: 'escalation', body }, clearPendingAnswer(row))
    return presentConversation(await callPerson(t, row, called, actor))
  })

/** "Not Now": the offer goes, and the count of failed answers begins anew. */
export const declineOffer = (tenant: Tenant, actor: Guest, id: ConversationId): Promise<ConversationView> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, actor, id, 'forUpdate')
    if (!row.offerReason) return presentConversation(row)
    const cleared = { offerReason: null, offerPriority: null, offerPromptAt: null, failedAttempts: 0 }
    return presentConversation(await changeConversation(t, row, cleared))
  })
