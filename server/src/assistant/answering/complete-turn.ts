import type { ConversationId } from '#contracts/ids.ts'
import { agentSnapshot, recordAnswer } from '#server/agent/service.ts'
import { decideEscalation, decideRequested, type EscalationDecision } from '#server/assistant/escalation/decide.ts'
import { escalateConversation, withdrawOffer } from '#server/assistant/escalation/request-person.ts'
import { strongestPriority } from '#server/assistant/signals/escalation-signals.ts'
import { recordAnswerOutcome } from '#server/assistant/unanswered-questions/record-question.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { canAnswer, changeConversation, getConversation } from '#server/conversation/service.ts'
import { lockGuest } from '#server/customer/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { createTicketFromChat } from '#server/ticket/service.ts'
import type { StreamedAnswer } from './streaming.ts'
import { isMoreWaiting, type Turn } from './turn.ts'

/** The ticket prompt appears 3 s after an answer, or 2 s after an answer that did not help. */
const PROMPT_MS = 3000
const PROMPT_AFTER_FAILURE_MS = 2000

/** `isOpen`: whether the assistant still owned the conversation. */
export type CompletedTurn = { decision: EscalationDecision | null; isMoreWaiting: boolean; isOpen: boolean }

/** How the turn counts for the agent's metrics and for the number of failed answers. */
type TurnResult = { outcome: 'helped' | 'failed' | 'neither'; failedAttempts: number }

/**
 * Completes a turn in the given transaction: writes the answer (null: the turn needed none), updates the conversation, and opens
 * the requested ticket or escalates, provided the assistant still owns the conversation. Returns the escalation whose message is
 * still to be sent, and whether messages arrived that the answer does not include.
 */
export async function completeTurn(
  t: Tx,
  id: ConversationId,
  turn: Turn,
  answer: StreamedAnswer | null,
): Promise<CompletedTurn> {
  // A ticket becomes that of the guest's customer, which a confirmation of the e-mail replaces: both lock the guest before conversations.
  const isTicketRequested = answer?.end?.toolRequest?.kind === 'ticket'
  if (isTicketRequested && turn.row.guestId) t.write(lockGuest(t, turn.row.guestId))
  // Pipelined in one round trip: the second query runs once the first has the lock.
  const [row, isMore] = await Promise.all([
    getConversation(t, assistant, id, 'forUpdate'),
    isMoreWaiting(t, turn.row, turn.readUpTo),
  ])
  const result = turnResultOf(row, answer)
  await writeTurn(t, row, turn, answer, { ...result, isMore })
  if (!canAnswer(row)) return { decision: null, isMoreWaiting: false, isOpen: false }
  if (await openRequestedTicket(t, id, answer)) return { decision: null, isMoreWaiting: isMore, isOpen: true }
  return { decision: await escalateIfNeeded(t, row, turn, answer, result), isMoreWaiting: isMore, isOpen: true }
}

function turnResultOf(row: ConversationRow, answer: StreamedAnswer | null): TurnResult {
  if (answer?.outcome === 'answered') return { outcome: 'helped', failedAttempts: 0 }
  const isFailed = answer?.outcome === 'unknown' || answer?.outcome === 'suggested'
  return { outcome: isFailed ? 'failed' : 'neither', failedAttempts: row.failedAttempts + (isFailed ? 1 : 0) }
}

/** Writes the answer with the conversation's new state, and counts it for the agent and the knowledge. */
async function writeTurn(
  t: Tx,
  row: ConversationRow,
  { question, readUpTo }: Turn,
  answer: StreamedAnswer | null,
  { outcome, failedAttempts, isMore }: TurnResult & { isMore: boolean },
): Promise<void> {
  const { agent } = question
  const isAllowed = canAnswer(row)
  const change = {
    ...(answer && agent ? { agent: agentSnapshot(agent) } : {}),
    failedAttempts,
    language: question.language,
    answeredSeq: readUpTo,
    answerDueAt: isMore && isAllowed ? row.answerDueAt : null,
    answerLeaseUntil: null,
  }
  if (!answer) {
    await changeConversation(t, row, change)
    return
  }
  await Promise.all([
    answer.write(t, row, isAllowed, change),
    agent && isAllowed && recordAnswer(t, row, { agentId: agent.id, outcome, latencyMs: answer.latencyMs }),
  ])
  if (isAllowed) await recordAnswerOutcome(t, row, question.text, answer)
}

/** Opens the ticket that a model requested by its tool for an identified customer. False: the customer fills in the form instead. */
async function openRequestedTicket(t: Tx, id: ConversationId, answer: StreamedAnswer | null): Promise<boolean> {
  const request = answer?.end?.toolRequest
  if (request?.kind !== 'ticket') return false
  const row = await getConversation(t, assistant, id)
  const { priority } = await decideRequested(t, row, { reason: 'human_requested', priority: 'medium' })
  const strongest = strongestPriority(priority, row.offerPriority ?? 'low')
  return Boolean(await createTicketFromChat(t, row, { ...request, priority: strongest }))
}

/** Escalates when a tool requested it or the rules say so; an open offer is repeated only for an explicit request, and steps back after a good answer. */
async function escalateIfNeeded(
  t: Tx,
  row: ConversationRow,
  { question, escalationThreshold }: Turn,
  answer: StreamedAnswer | null,
  { outcome, failedAttempts }: TurnResult,
): Promise<EscalationDecision | null> {
  const { text, memory = null } = question
  const answerable = outcome === 'helped'
  const byRules = decideEscalation(t, row, { text, answerable, failedAttempts, escalationThreshold, memory })
  if (row.offerReason && answer) {
    if (answerable && !byRules) await withdrawOffer(t, row)
    return null
  }
  const decision: EscalationDecision | null = answer?.end?.toolRequest
    ? await decideRequested(t, row, { reason: 'human_requested', priority: 'high' })
    : byRules
  if (!decision) return null
  const promptMs = answerable || !answer ? PROMPT_MS : PROMPT_AFTER_FAILURE_MS
  const promptAt = new Date(t.now.getTime() + promptMs)
  await escalateConversation(t, row, { ...decision, userInput: text, promptAt })
  return decision
}
