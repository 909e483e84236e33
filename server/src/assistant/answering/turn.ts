import type { ConversationId } from '#contracts/ids.ts'
import { chooseAmong, listAgents, readyAgents } from '#server/agent/service.ts'
import type { Question } from '#server/assistant/types.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import {
  canAnswer,
  getConversation,
  interruptStreamingMessages,
  readContext,
  setAnswerLease,
} from '#server/conversation/service.ts'
import { detectLanguage, type Language } from '#server/language/service.ts'
import { recall, whoseIs } from '#server/memory/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'

/** One worker answers a conversation at a time; a dead one's lease ends by itself. */
const LEASE_MS = 40_000
const HISTORY = 20

/** What is to be answered in a conversation, up to which event, and the conversation as it was when that was read. */
export type Turn = { row: ConversationRow; question: Question; readUpTo: number; escalationThreshold: number }

/** A lease as it would begin now. */
export const leaseOf = ({ platform }: Tenant): Date => new Date(platform.clock.now().getTime() + LEASE_MS)

/** Takes the turn: under the lock, only if something waits, nobody else answers, and the assistant still has the word. */
export async function acquireLease(t: Tx, id: ConversationId, lease: Date): Promise<ConversationRow | null> {
  const row = await getConversation(t, assistant, id, 'forUpdate')
  if (row.answerLeaseUntil && row.answerLeaseUntil > t.now) return null
  // Whoever finishes gives the lease back: one that ran out is that of a worker that died.
  if (row.answerLeaseUntil) await releaseLease(t, id)
  if (!canAnswer(row) || !row.answerDueAt) return null
  await setAnswerLease(t, id, lease)
  return row
}

/** Gives the turn back, and ends what was growing. */
export async function releaseLease(t: Tx, id: ConversationId): Promise<void> {
  await interruptStreamingMessages(t, id)
  await setAnswerLease(t, id, null)
}

/**
 * Reads what waits for an answer (`turn` null: nothing, or somebody else answers), without any lock. It is as true as the event
 * number it gives: who takes the turn at that very number has it right.
 */
export async function readPendingTurn(
  tenant: Tenant,
  id: ConversationId,
  lease: Date,
): Promise<{ seq: number; isHeld: boolean; turn: Turn | null }> {
  const seen = await tenant.read(async (t) => {
    const [row, business, agents] = await Promise.all([getConversation(t, assistant, id), readTenant(t), listAgents(t)])
    const whose = whoseIs(row)
    const [messages, memory] = await Promise.all([readContext(t, row, HISTORY), whose && recall(t, whose)])
    return { row, business, agents, messages, memory }
  })
  const { row, business, messages, memory } = seen
  const { confidenceThreshold, escalationThreshold } = business.aiSettings
  const unanswered = unansweredOf(messages, row.answeredSeq)
  const last = unanswered.at(-1)
  const until = row.answerLeaseUntil
  const isHeld = until !== null && until > tenant.platform.clock.now() && until.getTime() !== lease.getTime()
  if (!last || isHeld) return { seq: row.seq, isHeld, turn: null }
  // The first answer of all makes the eight.
  const agents = seen.agents.length > 0 ? seen.agents : await tenant.tx(readyAgents)
  const text = unanswered.map((message) => message.body).join('\n')
  const { context, failedAttempts, agent: previous } = row
  const question: Question = {
    text,
    language: languageOf(row, messages, text),
    business: business.name,
    confidenceThreshold,
    failedAttempts,
    history: messages.filter(isSpoken).map(({ author, body }) => ({ author, body })),
    conversationId: id,
    guestId: row.guestId,
    customerId: row.customerId,
    context,
    agent: chooseAmong(agents, { text, context, failedAttempts, previous: previous?.id ?? null }),
    memory,
  }
  return { seq: row.seq, isHeld, turn: { row, question, readUpTo: last.seq, escalationThreshold } }
}

/** Whether more waits than was read. */
export const isMoreWaiting = async (t: Tx, row: ConversationRow, readUpTo: number): Promise<boolean> =>
  unansweredOf(await readContext(t, row, HISTORY), readUpTo).length > 0

/** What the customer writes in: few words are weighed against the chat so far, the first ones against the browser's wish. */
function languageOf({ language, answeredSeq }: ConversationRow, messages: MessageRow[], text: string): Language {
  const hasSpoken = messages.some(({ author, seq }) => author === 'customer' && seq <= answeredSeq)
  return detectLanguage(text, hasSpoken ? { conversation: language } : { accepted: [language] }) ?? language
}

const isSpoken = (message: MessageRow): message is MessageRow & { author: 'customer' | 'assistant' | 'member' } =>
  message.author !== 'system'

/** The customer's words that had no answer yet, neither the assistant's nor, later than them, a person's. */
function unansweredOf(messages: MessageRow[], answeredSeq: number): MessageRow[] {
  const lastOfTeam = messages.findLast(({ author }) => author === 'member')?.seq ?? 0
  return messages.filter(({ author, seq }) => author === 'customer' && seq > Math.max(answeredSeq, lastOfTeam))
}
