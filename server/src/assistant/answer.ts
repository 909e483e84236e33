import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import {
  canAnswer,
  changeConversation,
  getConversation,
  holdAnswer,
  newId,
  readContext,
  say,
  setTyping,
} from '#server/conversation/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import type { Question } from './engine.ts'
import { currentEngine } from './engines.ts'
import { type Decision, decide, isExplicitRequest } from './handover.ts'
import { escalationMessage, recordEscalation } from './service.ts'
import { type Finished, runEngine } from './speak.ts'

/** One worker answers a conversation at a time; a dead one's lease ends by itself. */
const LEASE_MS = 40_000
const ANSWER_TIME_MS = 20_000
const HISTORY = 20
/** The seeds' moments: the message after 1 s, the prompt after 3 s, or 2 s after a canned reply (E2). */
const ESCALATION_MESSAGE_MS = 1000
const PROMPT_MS = 3000
const PROMPT_AFTER_FALLBACK_MS = 2000

type Turn = { question: Question; readUpTo: number; row: ConversationRow }

/** Answers what is unanswered, and again if more was said meanwhile. Does nothing where a person has taken over. */
export async function answerConversation(tenant: Tenant, id: ConversationId): Promise<void> {
  for (;;) {
    const turn = await tenant.tx((t) => begin(t, id))
    if (!turn) return
    const decision = await answerTurn(tenant, id, turn)
    if (decision === 'failed') return giveUp(tenant, id)
    if (decision) await sayHandover(tenant, id, decision, turn.question.business)
  }
}

/** Takes the turn: under the lock, only if something waits, nobody else answers, and the assistant still has the word. */
async function begin(t: Tx, id: ConversationId): Promise<Turn | null> {
  const row = await getConversation(t, assistant, id, 'forUpdate')
  if (!canAnswer(row) || !row.answerDueAt) return null
  if (row.answerLeaseUntil && row.answerLeaseUntil > t.now) return null
  const messages = await readContext(t, row, HISTORY)
  const unanswered = unansweredOf(messages)
  const last = unanswered.at(-1)
  if (!last) {
    await changeConversation(t, id, { answerDueAt: null })
    return null
  }
  await holdAnswer(t, id, new Date(t.now.getTime() + LEASE_MS))
  const { name, aiSettings } = await readTenant(t)
  const question: Question = {
    text: unanswered.map((message) => message.body).join('\n'),
    business: name,
    confidenceThreshold: aiSettings.confidenceThreshold,
    failedAttempts: row.failedAttempts,
    history: messages.filter(isSpoken).map(({ author, body }) => ({ author, body })),
  }
  return { question, readUpTo: last.seq, row }
}

const isSpoken = (message: MessageRow): message is MessageRow & { author: 'customer' | 'assistant' | 'member' } =>
  message.author !== 'system'

/** The customer's words after the last word of anybody else. */
function unansweredOf(messages: MessageRow[]): MessageRow[] {
  const spoken = messages.filter(isSpoken)
  const lastReply = spoken.findLastIndex((message) => message.author !== 'customer')
  return spoken.slice(lastReply + 1)
}

async function answerTurn(tenant: Tenant, id: ConversationId, turn: Turn): Promise<Decision | 'failed' | null> {
  await setTyping(tenant, assistant, id, true)
  try {
    // Who asks for a person gets the person, not one more answer.
    const finished = isExplicitRequest(turn.question.text) ? null : await speak(tenant, id, turn)
    if (finished === 'failed') return 'failed'
    return await tenant.tx((t) => settle(t, id, turn, finished))
  } catch (error) {
    await tenant.tx((t) => holdAnswer(t, id, null))
    throw error
  } finally {
    await setTyping(tenant, assistant, id, false)
  }
}

/** Twice, and then a person: a customer is told within seconds. (A fault of the database is the queue's to repeat.) */
const TRIES = 2

async function speak(tenant: Tenant, id: ConversationId, turn: Turn): Promise<Finished | 'failed'> {
  const engine = currentEngine(tenant.platform)
  const signal = AbortSignal.timeout(ANSWER_TIME_MS)
  for (let attempt = 1; attempt <= TRIES && !signal.aborted; attempt += 1) {
    try {
      return await runEngine(tenant, id, engine, turn.question, signal)
    } catch (error) {
      if (error instanceof AppError && error.code === 'unavailable') throw error
      tenant.platform.log.warn({ err: error, attempt }, 'the assistant could not answer')
    }
  }
  return 'failed'
}

/** Writes the answer and what follows from it, if the assistant still has the word. */
async function settle(t: Tx, id: ConversationId, turn: Turn, finished: Finished | null): Promise<Decision | null> {
  const row = await getConversation(t, assistant, id, 'forUpdate')
  const isStillOurs = canAnswer(row)
  const helped = finished?.outcome === 'answered'
  const failed = finished?.outcome === 'unknown' || finished?.outcome === 'suggested'
  const failedAttempts = helped ? 0 : turn.row.failedAttempts + (failed ? 1 : 0)
  const isMoreWaiting = (await readContext(t, row, HISTORY)).some(
    (message) => message.author === 'customer' && message.seq > turn.readUpTo,
  )
  const settled = {
    failedAttempts,
    answerDueAt: isMoreWaiting && isStillOurs ? row.answerDueAt : null,
    answerLeaseUntil: null,
  }
  await finished?.write(t, isStillOurs, settled)
  if (!finished) await changeConversation(t, id, settled)
  if (!isStillOurs || row.offerReason) return null
  const decision = await decide(t, row, { text: turn.question.text, answerable: helped, failedAttempts })
  if (!decision) return null
  const promptMs = helped || !finished ? PROMPT_MS : PROMPT_AFTER_FALLBACK_MS
  await recordEscalation(t, row, { ...decision, userInput: turn.question.text })
  await changeConversation(t, id, {
    offerReason: decision.reason,
    offerPriority: decision.priority,
    offerPromptAt: new Date(t.now.getTime() + promptMs),
  })
  return decision
}

/** The seeds' message a second later. The offer itself is stored already: if this line is lost, the prompt is not. */
async function sayHandover(tenant: Tenant, id: ConversationId, decision: Decision, business: string): Promise<void> {
  await wait(ESCALATION_MESSAGE_MS)
  await tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    if (!canAnswer(row) || row.offerReason !== decision.reason) return
    const body = escalationMessage(decision.reason, business)
    await say(t, id, { id: newId(), author: 'assistant', kind: 'escalation', body })
  })
}

/** After the last try: the message is stored, the customer is told, and a person is offered. Nothing ends in silence. */
export const giveUp = (tenant: Tenant, id: ConversationId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    if (!canAnswer(row)) return
    const { name } = await readTenant(t)
    const body = m.assistant_failed({ business: name }, { locale: 'en' })
    const called = { reason: 'three_attempts', priority: 'medium' } as const
    await recordEscalation(t, row, { ...called, userInput: '' })
    await say(t, id, { id: newId(), author: 'assistant', kind: 'fallback', body })
    await changeConversation(t, id, {
      answerDueAt: null,
      answerLeaseUntil: null,
      offerReason: called.reason,
      offerPriority: called.priority,
      offerPromptAt: t.now,
    })
  })
