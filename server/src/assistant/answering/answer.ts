import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { agentSnapshot, recordAnswer } from '#server/agent/service.ts'
import { assistantEngine } from '#server/assistant/engine/current.ts'
import { type Decision, decide, isExplicitRequest } from '#server/assistant/escalation/decide.ts'
import { handoverWords } from '#server/assistant/escalation/wording.ts'
import { callPerson, clearPendingAnswer } from '#server/assistant/service.ts'
import { LeaseLostError, type Question } from '#server/assistant/types.ts'
import { noteAnswer } from '#server/assistant/unanswered-questions/note.ts'
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
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import { yieldSlot } from '#server/platform/jobs/worker-slots.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import { createTicketFromChat } from '#server/ticket/service.ts'
import { runEngine, type StreamedAnswer } from './streaming.ts'
import { acquireLease, isMoreWaiting, leaseOf, readPendingTurn, releaseLease, type Turn } from './turn.ts'

const ANSWER_TIME_MS = 20_000
/** The seeds' moments: the message after 1 s, the prompt after 3 s, or 2 s after a canned reply (E2). */
const ESCALATION_MESSAGE_MS = 1000
const PROMPT_MS = 3000
const PROMPT_AFTER_FALLBACK_MS = 2000

/** A turn that is ours; `speaking` null where it needs no engine. */
type Begun = { turn: Turn; speaking: Promise<StreamedAnswer | 'failed'> | null }

/**
 * Answers what is unanswered, and again if more was said meanwhile. Does nothing where a person has taken over, or where the
 * conversation was deleted.
 */
export async function answerConversation(tenant: Tenant, id: ConversationId): Promise<void> {
  try {
    for (;;) {
      const begun = await begin(tenant, id)
      if (!begun) return
      const decision = await answerTurn(tenant, id, begun)
      if (decision === 'failed') return await giveUp(tenant, id)
      if (decision) await appendHandoverMessage(tenant, id, decision)
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

/** Takes the turn, and meanwhile reads what waits and looks for its answer. Null where there is nothing to do. */
async function begin(tenant: Tenant, id: ConversationId): Promise<Begun | null> {
  for (;;) {
    const lease = leaseOf(tenant)
    const taking = tenant.tx((t) => acquireLease(t, id, lease))
    taking.catch(() => undefined)
    const { seq, isHeld, turn } = await readPendingTurn(tenant, id, lease).catch(async (error: unknown) => {
      if (await taking) await tenant.tx((t) => releaseLease(t, id))
      throw error
    })
    const ours = taking.then((row) => {
      if (row?.seq !== seq) throw new LeaseLostError()
    })
    ours.catch(() => undefined)
    // Who asks for a person gets the person, not one more answer.
    const speaking =
      turn && !isExplicitRequest(turn.question.text)
        ? runEngineWithRetry(tenant, id, { ...turn.question, leaseAcquired: ours })
        : null
    speaking?.catch(() => undefined)
    const row = await taking
    if (!row) return null
    if (turn && row.seq === seq) return { turn, speaking }
    // Nothing waits, or something happened in between: then it is looked at again.
    const isNothing = row.seq === seq && !isHeld
    await tenant.tx(async (t) => {
      if (isNothing) await changeConversation(t, row, { answerDueAt: null, answerLeaseUntil: null })
      else await setAnswerLease(t, id, null)
    })
  }
}

async function answerTurn(
  tenant: Tenant,
  id: ConversationId,
  { turn, speaking }: Begun,
): Promise<Decision | 'failed' | null> {
  // Neither is waited for, but the end comes after the beginning.
  const shown = typing(tenant, turn.row, true)
  try {
    const finished = await speaking
    if (finished === 'failed') return 'failed'
    const decision = await tenant.tx((t) => completeTurn(t, id, turn, finished))
    await remember(tenant, id, turn)
    return decision
  } catch (error) {
    await tenant.tx((t) => releaseLease(t, id))
    throw error
  } finally {
    shown.then(() => typing(tenant, turn.row, false))
  }
}

/** After the answer, which is given already: it must not be given again because it was not remembered. */
const remember = (tenant: Tenant, conversationId: ConversationId, { question, readUpTo }: Turn): Promise<void> =>
  rememberExchange(tenant, { conversationId, question: question.text, upTo: readUpTo }).catch((error: unknown) =>
    tenant.platform.log.warn({ err: error }, 'an exchange could not be remembered'),
  )

/** Nobody keeps it, so nothing hangs on it: an answer must not fail because its sign of typing did. */
const typing = (tenant: Tenant, row: ConversationRow, isTyping: boolean): Promise<void> =>
  publishTyping(tenant, assistant, row, isTyping).catch((error: unknown) =>
    tenant.platform.log.debug({ err: error }, 'typing could not be shown'),
  )

/** Twice, and then a person: a customer is told within seconds. (A fault of the database is the queue's to repeat.) */
const TRIES = 2

async function runEngineWithRetry(
  tenant: Tenant,
  id: ConversationId,
  question: Question,
): Promise<StreamedAnswer | 'failed'> {
  const engine = tenant.platform.state(assistantEngine)
  const signal = AbortSignal.timeout(ANSWER_TIME_MS)
  for (let attempt = 1; attempt <= TRIES && !signal.aborted; attempt += 1) {
    try {
      return await runEngine(tenant, id, engine, question, signal)
    } catch (error) {
      if (error instanceof LeaseLostError || (error instanceof AppError && error.code === 'unavailable')) throw error
      tenant.platform.log.warn({ err: error, attempt }, 'the assistant could not answer')
    }
  }
  return 'failed'
}

/** Writes the answer and what follows from it, if the assistant still has the word. */
async function completeTurn(
  t: Tx,
  id: ConversationId,
  turn: Turn,
  finished: StreamedAnswer | null,
): Promise<Decision | null> {
  // One round trip; the second is asked once the first has the lock.
  const [row, isMore] = await Promise.all([
    getConversation(t, assistant, id, 'forUpdate'),
    isMoreWaiting(t, turn.row, turn.readUpTo),
  ])
  const isStillOurs = canAnswer(row)
  const helped = finished?.outcome === 'answered'
  const failed = finished?.outcome === 'unknown' || finished?.outcome === 'suggested'
  const failedAttempts = helped ? 0 : row.failedAttempts + (failed ? 1 : 0)
  const { agent } = turn.question
  const settled = {
    ...(finished && agent ? { agent: agentSnapshot(agent) } : {}),
    failedAttempts,
    language: turn.question.language,
    answeredSeq: turn.readUpTo,
    answerDueAt: isMore && isStillOurs ? row.answerDueAt : null,
    answerLeaseUntil: null,
  }
  if (!finished) await changeConversation(t, row, settled)
  else {
    const outcome = helped ? 'helped' : failed ? 'failed' : 'neither'
    const { latencyMs } = finished
    await Promise.all([
      finished.write(t, isStillOurs, settled),
      agent && isStillOurs && recordAnswer(t, row, { agentId: agent.id, outcome, latencyMs }),
    ])
    if (isStillOurs) await noteAnswer(t, row, turn.question.text, finished)
  }
  // What the assistant's tools asked for is what the customer asked for.
  const wish = finished?.end?.wish
  if (
    isStillOurs &&
    wish?.kind === 'ticket' &&
    (await createTicketFromChat(t, await getConversation(t, assistant, id), wish))
  )
    return null
  // An offer that stands is not made again, but for who asks for a person again.
  if (!isStillOurs || (row.offerReason && finished)) return null
  const { text, memory = null } = turn.question
  const wished: Decision | null = wish ? { reason: 'human_requested', priority: 'high' } : null
  const { escalationThreshold } = turn
  const asked = { text, answerable: helped, failedAttempts, escalationThreshold, memory }
  const decision = wished ?? decide(t, row, asked)
  if (!decision) return null
  const promptMs = helped || !finished ? PROMPT_MS : PROMPT_AFTER_FALLBACK_MS
  const promptAt = new Date(t.now.getTime() + promptMs)
  await callPerson(t, row, { ...decision, userInput: text, promptAt })
  return decision
}

/** The seeds' message a second later. The call itself is stored already: if this line is lost, the prompt is not. */
async function appendHandoverMessage(tenant: Tenant, id: ConversationId, decision: Decision): Promise<void> {
  yieldSlot()
  await wait(ESCALATION_MESSAGE_MS)
  await tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    const isStillCalled = row.ticketId ? row.state === 'waiting' : row.offerReason === decision.reason
    if (!isStillCalled) return
    const body = await handoverWords(t, row, decision.reason)
    await appendMessage(t, id, { id: newId(), author: 'assistant', kind: 'escalation', body })
  })
}

/** After the last try: the message is stored, the customer is told, and a person is called. Nothing ends in silence. */
export const giveUp = (tenant: Tenant, id: ConversationId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    await releaseLease(t, id)
    if (!canAnswer(row)) return
    const { name } = await readTenant(t)
    const body = m.assistant_failed({ business: name }, { locale: row.language })
    await appendMessage(t, id, { id: newId(), author: 'assistant', kind: 'fallback', body }, clearPendingAnswer(row))
    await callPerson(t, row, { reason: 'three_attempts', priority: 'medium', userInput: '', promptAt: t.now })
  })
