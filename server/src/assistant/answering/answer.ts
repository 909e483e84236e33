import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { assistantEngine } from '#server/assistant/engine/current.ts'
import { type EscalationDecision, isExplicitRequest } from '#server/assistant/escalation/decide.ts'
import { clearPendingAnswer, escalateConversation } from '#server/assistant/escalation/request-person.ts'
import { handoverText } from '#server/assistant/escalation/wording.ts'
import { LeaseLostError, type Question } from '#server/assistant/types.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import {
  appendMessage,
  canAnswer,
  changeConversation,
  getConversation,
  newId,
  publishTyping,
  setAnswerLease,
} from '#server/conversation/service.ts'
import { rememberExchange } from '#server/memory/service.ts'
import { assistant } from '#server/platform/actor.ts'
import { AppError } from '#server/platform/errors.ts'
import { yieldSlot } from '#server/platform/jobs/worker-slots.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { type CompletedTurn, completeTurn } from './complete-turn.ts'
import { runEngine, type StreamedAnswer } from './streaming.ts'
import { acquireLease, giveLeaseBack, newLeaseEnd, readPendingTurn, releaseLease, type Turn } from './turn.ts'

const ANSWER_TIME_MS = 20_000
/** The handover message follows the answer after this time. */
const HANDOVER_MESSAGE_MS = 1000

/** A turn whose lease was acquired; `answer` is null where the turn needs none. */
type StartedTurn = { turn: Turn; lease: Date; answer: Promise<StreamedAnswer | 'failed'> | null }

/**
 * Answers the unanswered messages, and again if more arrived meanwhile. Does nothing where a person has taken over, or where the
 * conversation was deleted.
 */
export async function answerConversation(tenant: Tenant, id: ConversationId): Promise<void> {
  try {
    for (;;) {
      const started = await startTurn(tenant, id)
      if (!started) return
      const completed = await answerTurn(tenant, id, started)
      if (completed === 'failed') return await failAnswer(tenant, id)
      if (completed.decision) await appendHandoverMessage(tenant, id, completed.decision)
      // A message that came after the turn was completed has a job of its own.
      if (!completed.isMoreWaiting) return
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

/** Acquires the lease and, at the same time, reads the pending turn and starts its answer. Null where there is nothing to do. */
async function startTurn(tenant: Tenant, id: ConversationId): Promise<StartedTurn | null> {
  for (;;) {
    const lease = newLeaseEnd(tenant)
    const acquiring = tenant.tx((t) => acquireLease(t, id, lease))
    const started = await tryTurn(tenant, id, lease, acquiring).catch(async (error: unknown) => {
      // Also where the commit was not answered: it may have acquired the lease.
      if ((await acquiring.catch(() => 'unknown')) !== null) await giveLeaseBack(tenant, id, lease)
      throw error
    })
    if (started !== 'again') return started
  }
}

async function tryTurn(
  tenant: Tenant,
  id: ConversationId,
  lease: Date,
  acquiring: Promise<ConversationRow | null>,
): Promise<StartedTurn | null | 'again'> {
  acquiring.catch(() => undefined)
  const { seq, isHeld, turn } = await readPendingTurn(tenant, id, lease)
  const leaseAcquired = acquiring.then((row) => {
    if (row?.seq !== seq) throw new LeaseLostError()
  })
  leaseAcquired.catch(() => undefined)
  // An explicit request for a person is escalated without an answer.
  const answer =
    turn && !isExplicitRequest(turn.question.text)
      ? runEngineWithRetry(tenant, id, { ...turn.question, leaseAcquired })
      : null
  answer?.catch(() => undefined)
  const row = await acquiring
  if (!row) return null
  if (turn && row.seq === seq) return { turn, lease, answer }
  // Nothing is pending, or the conversation changed between the two reads: read it again.
  const isNothing = row.seq === seq && !isHeld
  await tenant.tx(async (t) => {
    if (isNothing) await changeConversation(t, row, { answerDueAt: null, answerLeaseUntil: null })
    else await setAnswerLease(t, id, null)
  })
  return 'again'
}

async function answerTurn(
  tenant: Tenant,
  id: ConversationId,
  { turn, lease, answer }: StartedTurn,
): Promise<CompletedTurn | 'failed'> {
  const hideTyping = showTypingSoon(tenant, turn.row)
  try {
    const finished = await answer
    if (finished === 'failed') return 'failed'
    return await storeTurn(tenant, id, turn, finished)
  } catch (error) {
    await giveLeaseBack(tenant, id, lease)
    throw error
  } finally {
    hideTyping()
  }
}

/** Completes the turn and adds it to the memory in one transaction. Where the memory fails, the turn is completed without it. */
async function storeTurn(
  tenant: Tenant,
  id: ConversationId,
  turn: Turn,
  answer: StreamedAnswer | null,
): Promise<CompletedTurn> {
  const asked = { conversationId: id, question: turn.question.text, upTo: turn.readUpTo }
  let isCompleted = false
  try {
    return await tenant.tx(async (t) => {
      const completed = await completeTurn(t, id, turn, answer)
      isCompleted = true
      // Of a chat that ended meanwhile nothing is: its texts may have been erased.
      if (completed.isOpen) await rememberExchange(t, asked)
      return completed
    })
  } catch (error) {
    // Where completing the turn failed, doing it again would fail too; the job has its own retries.
    if (!isCompleted || error instanceof AppError) throw error
    tenant.platform.log.warn({ err: error }, 'an exchange could not be stored in the memory')
    return tenant.tx((t) => completeTurn(t, id, turn, answer))
  }
}

/** An answer that is there within this time needs no typing indicator. */
const TYPING_AFTER_MS = 100

/** Shows that the assistant types, if that takes long, and gives what ends it. The two events stay in order. */
function showTypingSoon(tenant: Tenant, row: ConversationRow): () => void {
  let shown: Promise<void> | undefined
  const timer = setTimeout(() => {
    shown = showTyping(tenant, row, true)
  }, TYPING_AFTER_MS)
  return () => {
    clearTimeout(timer)
    shown?.then(() => showTyping(tenant, row, false))
  }
}

/** A failure is only logged: the typing indicator must not fail an answer. */
const showTyping = (tenant: Tenant, row: ConversationRow, isTyping: boolean): Promise<void> =>
  publishTyping(tenant, assistant, row, isTyping).catch((error: unknown) =>
    tenant.platform.log.debug({ err: error }, 'a typing indicator could not be published'),
  )

/** After two failed attempts a person is requested. Database errors are left to the job queue's retries. */
const ENGINE_ATTEMPTS = 2

async function runEngineWithRetry(
  tenant: Tenant,
  id: ConversationId,
  question: Question,
): Promise<StreamedAnswer | 'failed'> {
  const engine = tenant.platform.state(assistantEngine)
  const signal = AbortSignal.timeout(ANSWER_TIME_MS)
  for (let attempt = 1; attempt <= ENGINE_ATTEMPTS && !signal.aborted; attempt += 1) {
    try {
      return await runEngine(tenant, id, engine, question, signal)
    } catch (error) {
      if (error instanceof LeaseLostError || (error instanceof AppError && error.code === 'unavailable')) throw error
      tenant.platform.log.warn({ err: error, attempt }, 'the assistant could not answer')
    }
  }
  return 'failed'
}

/** Sends the handover message after its delay. The escalation is already stored, so that losing this message loses no prompt. */
async function appendHandoverMessage(tenant: Tenant, id: ConversationId, decision: EscalationDecision): Promise<void> {
  yieldSlot()
  await wait(HANDOVER_MESSAGE_MS)
  await tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    const isStillEscalated = row.ticketId ? row.state === 'waiting' : row.offerReason === decision.reason
    if (!isStillEscalated) return
    const body = await handoverText(t, row, decision.reason)
    await appendMessage(t, id, { id: newId(), author: 'assistant', kind: 'escalation', body })
  })
}

/** After the last attempt: notifies the customer and escalates, so that no failure ends without a reply. */
export const failAnswer = (tenant: Tenant, id: ConversationId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    await releaseLease(t, id)
    if (!canAnswer(row)) return
    const { name } = await readTenant(t)
    const body = m.assistant_failed({ business: name }, { locale: row.language })
    await appendMessage(t, id, { id: newId(), author: 'assistant', kind: 'fallback', body }, clearPendingAnswer(row))
    await escalateConversation(t, row, { reason: 'three_attempts', priority: 'medium', userInput: '', promptAt: t.now })
  })
