import type { ConversationId } from '#contracts/ids.ts'
import { chooseAgent, ensureDefaultAgents, listAgentRows } from '#server/agent/service.ts'
import { replyStyleOf } from '#server/assistant/engine/style.ts'
import type { Question } from '#server/assistant/types.ts'
import type { ConversationRow, MessageRow } from '#server/conversation/schema.ts'
import {
  canAnswer,
  getConversation,
  interruptStreamingMessages,
  readContext,
  setAnswerLease,
} from '#server/conversation/service.ts'
import { readBusinessProfile } from '#server/knowledge/service.ts'
import { detectLanguage, type Language } from '#server/language/service.ts'
import { memoryOwnerOf, recallForAnswer } from '#server/memory/service.ts'
import { assistant } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { untilAnswered } from '#server/platform/db/until-answered.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'

/** One worker answers a conversation at a time; the lease of a crashed worker expires. */
const LEASE_MS = 40_000
const HISTORY = 20

/** The question to answer, the last message it includes, and the conversation as it was read. */
export type Turn = { row: ConversationRow; question: Question; readUpTo: number; escalationThreshold: number }

/** The end of a lease that begins now. */
export const newLeaseEnd = ({ platform }: Tenant): Date => new Date(platform.clock.now().getTime() + LEASE_MS)

/** Acquires the lease, under the lock: only if an answer is due, no other lease is valid, and the assistant owns the conversation. */
export async function acquireLease(t: Tx, id: ConversationId, lease: Date): Promise<ConversationRow | null> {
  // A lost lease is acquired again.
  t.relaxDurability()
  const row = await getConversation(t, assistant, id, 'forUpdate')
  if (row.answerLeaseUntil && row.answerLeaseUntil > t.now) return null
  // A finished worker releases its lease: an expired one belongs to a crashed worker.
  if (row.answerLeaseUntil) await releaseLease(t, id)
  if (!canAnswer(row) || !row.answerDueAt) return null
  await setAnswerLease(t, id, lease)
  return row
}

/** Releases the lease and ends a streaming message. */
export async function releaseLease(t: Tx, id: ConversationId): Promise<void> {
  await interruptStreamingMessages(t, id)
  await setAnswerLease(t, id, null)
}

/**
 * Releases a lease after a failure, unless it is another's by now. A database that does not answer is asked again until the lease would end by itself:
 * until then nobody else could answer.
 */
export const giveLeaseBack = (tenant: Tenant, id: ConversationId, lease: Date): Promise<void> =>
  untilAnswered(
    () =>
      tenant.tx(async (t) => {
        const { answerLeaseUntil } = await getConversation(t, assistant, id, 'forUpdate')
        if (answerLeaseUntil?.getTime() === lease.getTime()) await releaseLease(t, id)
      }),
    LEASE_MS,
  )

/**
 * Reads the pending turn without a lock (`turn` null: nothing is pending, or another worker answers). The result is valid only if
 * the conversation is still at `seq` when the lease is acquired.
 */
export async function readPendingTurn(
  tenant: Tenant,
  id: ConversationId,
  lease: Date,
): Promise<{ seq: number; isHeld: boolean; turn: Turn | null }> {
  const seen = await tenant.read(async (t) => {
    const [row, business, profile, agents] = await Promise.all([
      getConversation(t, assistant, id),
      readTenant(t),
      readBusinessProfile(t),
      listAgentRows(t),
    ])
    const owner = memoryOwnerOf(row)
    const [messages, memory] = await Promise.all([readContext(t, row, HISTORY), owner && recallForAnswer(t, owner, id)])
    return { row, business, profile, agents, messages, memory }
  })
  const { row, business, messages, memory } = seen
  // Nothing is answered for a suspended business. The answer stays due, and is given once the business is active (overdue_answers).
  if (business.status !== 'ACTIVE') throw notFound('conversation')
  const { confidenceThreshold, escalationThreshold, personalizeResponses } = business.aiSettings
  const unanswered = unansweredMessages(messages, row.answeredSeq)
  const last = unanswered.at(-1)
  const until = row.answerLeaseUntil
  const isHeld = until !== null && until > tenant.platform.clock.now() && until.getTime() !== lease.getTime()
  if (!last || isHeld) return { seq: row.seq, isHeld, turn: null }
  // The tenant's first answer creates the eight default agents.
  const agents = seen.agents.length > 0 ? seen.agents : await tenant.tx(ensureDefaultAgents)
  const text = unanswered.map((message) => message.body).join('\n')
  const { context, failedAttempts, agent: previous } = row
  const asked = { text, language: languageOf(row, messages, text) }
  const question: Question = {
    ...asked,
    isBurst: unanswered.length > 1,
    business: business.name,
    style: replyStyleOf(business.aiSettings, seen.profile),
    record: business.businessInfo,
    askedAt: tenant.platform.clock.now(),
    confidenceThreshold,
    failedAttempts,
    history: messages.filter(isFromPerson).map(({ author, body }) => ({ author, body })),
    subject: messages.findLast(isAnswer)?.sources[0]?.title ?? null,
    conversationId: id,
    guestId: row.guestId,
    customerId: row.customerId,
    context,
    agent: await chooseAgent(tenant, agents, { ...asked, context, failedAttempts, previous: previous?.id ?? null }),
    memory: personalizeResponses ? memory : null,
  }
  return { seq: row.seq, isHeld, turn: { row, question, readUpTo: last.seq, escalationThreshold } }
}

/** Whether messages arrived after those that were read. */
export const isMoreWaiting = async (t: Tx, row: ConversationRow, readUpTo: number): Promise<boolean> =>
  unansweredMessages(await readContext(t, row, HISTORY), readUpTo).length > 0

/** The customer's language. Short texts follow the conversation's language, or the browser's for the first message. */
function languageOf({ language, answeredSeq }: ConversationRow, messages: MessageRow[], text: string): Language {
  const hasWritten = messages.some(({ author, seq }) => author === 'customer' && seq <= answeredSeq)
  return detectLanguage(text, hasWritten ? { conversation: language } : { accepted: [language] }) ?? language
}

const isFromPerson = (message: MessageRow): message is MessageRow & { author: 'customer' | 'assistant' | 'member' } =>
  message.author !== 'system'

const isAnswer = ({ author, kind }: MessageRow): boolean => author === 'assistant' && kind === 'text'

/** The customer's messages without an answer of the assistant and without a later reply of a member. */
function unansweredMessages(messages: MessageRow[], answeredSeq: number): MessageRow[] {
  const lastOfTeam = messages.findLast(({ author }) => author === 'member')?.seq ?? 0
  return messages.filter(({ author, seq }) => author === 'customer' && seq > Math.max(answeredSeq, lastOfTeam))
}
