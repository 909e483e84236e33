import { setTimeout as wait } from 'node:timers/promises'
import type { ConversationId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { chooseAgent, markOf, recordAnswer } from '#server/agent/service.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import {
  canAnswer,
  changeConversation,
  getConversation,
  holdAnswer,
  interruptGrowing,
  newId,
  readContext,
  say,
  setTyping,
} from '#server/conversation/service.ts'
import { recall, rememberExchange, whoseIs } from '#server/memory/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { detectLanguage, type Language } from '#server/platform/text/language.ts'
import { readTenant } from '#server/tenant/service.ts'
import { createFromChat } from '#server/ticket/service.ts'
import type { Question } from './engine.ts'
import { currentEngine } from './engines.ts'
import { type Decision, decide, isExplicitRequest } from './handover.ts'
import { handoverWords } from './handover-words.ts'
import { noteAnswer } from './questions/note.ts'
import { callPerson, nothingWaits } from './service.ts'
import { type Finished, runEngine } from './speak.ts'

/** One worker answers a conversation at a time; a dead one's lease ends by itself. */
const LEASE_MS = 40_000
const ANSWER_TIME_MS = 20_000
const HISTORY = 20
/** The seeds' moments: the message after 1 s, the prompt after 3 s, or 2 s after a canned reply (E2). */
const ESCALATION_MESSAGE_MS = 1000
const PROMPT_MS = 3000
const PROMPT_AFTER_FALLBACK_MS = 2000

type Turn = { question: Question; readUpTo: number }

/**
 * Answers what is unanswered, and again if more was said meanwhile. Does nothing where a person has taken over, or where the
 * conversation was deleted.
 */
export async function answerConversation(tenant: Tenant, id: ConversationId): Promise<void> {
  try {
    for (;;) {
      const turn = await tenant.tx((t) => begin(t, id))
      if (!turn) return
      const decision = await answerTurn(tenant, id, turn)
      if (decision === 'failed') return await giveUp(tenant, id)
      if (decision) await sayHandover(tenant, id, decision)
    }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
  }
}

/** Takes the turn: under the lock, only if something waits, nobody else answers, and the assistant still has the word. */
async function begin(t: Tx, id: ConversationId): Promise<Turn | null> {
  const row = await getConversation(t, assistant, id, 'forUpdate')
  if (row.answerLeaseUntil && row.answerLeaseUntil > t.now) return null
  // Whoever finishes gives the lease back: one that ran out is that of a worker that died.
  if (row.answerLeaseUntil) await letGo(t, id)
  if (!canAnswer(row) || !row.answerDueAt) return null
  const whose = whoseIs(row)
  const [messages, { name, aiSettings }, memory] = await Promise.all([
    readContext(t, row, HISTORY),
    readTenant(t),
    whose && recall(t, whose),
  ])
  const unanswered = unansweredOf(messages, row.answeredSeq)
  const last = unanswered.at(-1)
  if (!last) {
    await changeConversation(t, id, { answerDueAt: null })
    return null
  }
  const text = unanswered.map((message) => message.body).join('\n')
  const { context, failedAttempts, agent: previous } = row
  const [agent] = await Promise.all([
    chooseAgent(t, { text, context, failedAttempts, previous: previous?.id ?? null }),
    holdAnswer(t, id, new Date(t.now.getTime() + LEASE_MS)),
  ])
  const question: Question = {
    text,
    language: languageOf(row, messages, text),
    business: name,
    confidenceThreshold: aiSettings.confidenceThreshold,
    failedAttempts,
    history: messages.filter(isSpoken).map(({ author, body }) => ({ author, body })),
    conversationId: id,
    guestId: row.guestId,
    customerId: row.customerId,
    context,
    agent,
    memory,
  }
  return { question, readUpTo: last.seq }
}

/** What the customer writes in: few words are weighed against the chat so far, the first ones against the browser's wish. */
function languageOf({ language, answeredSeq }: ConversationRow, messages: MessageRow[], text: string): Language {
  const hasSpoken = messages.some(({ author, seq }) => author === 'customer' && seq <= answeredSeq)
  return detectLanguage(text, hasSpoken ? { conversation: language } : { accepted: [language] }) ?? language
}

/** Gives the turn back, and ends what was growing. */
async function letGo(t: Tx, id: ConversationId): Promise<void> {
  await interruptGrowing(t, id)
  await holdAnswer(t, id, null)
}

const isSpoken = (message: MessageRow): message is MessageRow & { author: 'customer' | 'assistant' | 'member' } =>
  message.author !== 'system'

/** The customer's words that had no answer yet, neither the assistant's nor, later than them, a person's. */
function unansweredOf(messages: MessageRow[], answeredSeq: number): MessageRow[] {
  const lastOfTeam = messages.findLast(({ author }) => author === 'member')?.seq ?? 0
  return messages.filter(({ author, seq }) => author === 'customer' && seq > Math.max(answeredSeq, lastOfTeam))
}

async function answerTurn(tenant: Tenant, id: ConversationId, turn: Turn): Promise<Decision | 'failed' | null> {
  // Neither is waited for, but the end comes after the beginning.
  const shown = showTyping(tenant, id, true)
  try {
    // Who asks for a person gets the person, not one more answer.
    const finished = isExplicitRequest(turn.question.text) ? null : await speak(tenant, id, turn)
    if (finished === 'failed') return 'failed'
    const decision = await tenant.tx((t) => settle(t, id, turn, finished))
    await remember(tenant, id, turn)
    return decision
  } catch (error) {
    await tenant.tx((t) => letGo(t, id))
    throw error
  } finally {
    shown.then(() => showTyping(tenant, id, false))
  }
}

/** After the answer, which is given already: it must not be given again because it was not remembered. */
const remember = (tenant: Tenant, conversationId: ConversationId, { question, readUpTo }: Turn): Promise<void> =>
  rememberExchange(tenant, { conversationId, question: question.text, upTo: readUpTo }).catch((error: unknown) =>
    tenant.platform.log.warn({ err: error }, 'an exchange could not be remembered'),
  )

/** Nobody keeps it, so nothing hangs on it: an answer must not fail because its sign of typing did. */
const showTyping = (tenant: Tenant, id: ConversationId, isTyping: boolean): Promise<void> =>
  setTyping(tenant, assistant, id, isTyping).catch((error: unknown) =>
    tenant.platform.log.debug({ err: error }, 'typing could not be shown'),
  )

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
  const failedAttempts = helped ? 0 : row.failedAttempts + (failed ? 1 : 0)
  const isMoreWaiting = unansweredOf(await readContext(t, row, HISTORY), turn.readUpTo).length > 0
  const { agent } = turn.question
  const settled = {
    ...(finished && agent ? { agent: markOf(agent) } : {}),
    failedAttempts,
    language: turn.question.language,
    answeredSeq: turn.readUpTo,
    answerDueAt: isMoreWaiting && isStillOurs ? row.answerDueAt : null,
    answerLeaseUntil: null,
  }
  await finished?.write(t, isStillOurs, settled)
  if (finished && isStillOurs) await noteAnswer(t, row, turn.question.text, finished)
  if (!finished) await changeConversation(t, id, settled)
  else if (agent && isStillOurs) {
    const outcome = helped ? 'helped' : failed ? 'failed' : 'neither'
    await recordAnswer(t, row, { agentId: agent.id, outcome, latencyMs: finished.latencyMs })
  }
  // What the assistant's tools asked for is what the customer asked for.
  const wish = finished?.end?.wish
  if (
    isStillOurs &&
    wish?.kind === 'ticket' &&
    (await createFromChat(t, await getConversation(t, assistant, id), wish))
  )
    return null
  // An offer that stands is not made again, but for who asks for a person again.
  if (!isStillOurs || (row.offerReason && finished)) return null
  const { text, memory = null } = turn.question
  const wished: Decision | null = wish ? { reason: 'human_requested', priority: 'high' } : null
  const decision = wished ?? (await decide(t, row, { text, answerable: helped, failedAttempts, memory }))
  if (!decision) return null
  const promptMs = helped || !finished ? PROMPT_MS : PROMPT_AFTER_FALLBACK_MS
  const promptAt = new Date(t.now.getTime() + promptMs)
  await callPerson(t, row, { ...decision, userInput: text, promptAt })
  return decision
}

/** The seeds' message a second later. The call itself is stored already: if this line is lost, the prompt is not. */
async function sayHandover(tenant: Tenant, id: ConversationId, decision: Decision): Promise<void> {
  await wait(ESCALATION_MESSAGE_MS)
  await tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    const isStillCalled = row.ticketId ? row.state === 'waiting' : row.offerReason === decision.reason
    if (!isStillCalled) return
    const body = await handoverWords(t, row, decision.reason)
    await say(t, id, { id: newId(), author: 'assistant', kind: 'escalation', body })
  })
}

/** After the last try: the message is stored, the customer is told, and a person is called. Nothing ends in silence. */
export const giveUp = (tenant: Tenant, id: ConversationId): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, assistant, id, 'forUpdate')
    await letGo(t, id)
    if (!canAnswer(row)) return
    const { name } = await readTenant(t)
    const body = m.assistant_failed({ business: name }, { locale: row.language })
    await say(t, id, { id: newId(), author: 'assistant', kind: 'fallback', body }, nothingWaits(row))
    await callPerson(t, row, { reason: 'three_attempts', priority: 'medium', userInput: '', promptAt: t.now })
  })
