import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { getConversation, readContext } from '#server/conversation/service.ts'
import { type Guest, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { readTenant } from '#server/tenant/service.ts'
import {
  addAnswerRating,
  addEscalation,
  addExchange,
  addTicketRating,
  type EscalationEntry,
  type MemoryContent,
} from './memory-content.ts'
import {
  deleteMemory,
  findMemory,
  lockMemory,
  type MemoryOwner,
  memoryOwnerOf,
  updateMemory,
  upsertMemory,
} from './queries.ts'
import { type RecalledMemory, toRecalledMemory } from './recall.ts'

/** Whether the business lets conversations be remembered. Without, what is remembered already stays and is used. */
const learns = async (t: Tx): Promise<boolean> => (await readTenant(t)).aiSettings.enableLearning

/** Counts a visit (an opened chat) and returns the memory; null where nothing is remembered. */
export async function beginVisit(t: Tx, owner: MemoryOwner, timezone: string | null): Promise<RecalledMemory | null> {
  if (await learns(t)) return toRecalledMemory(await upsertMemory(t, owner, { visits: 1, timezone }))
  const known = await findMemory(t, owner)
  return known && toRecalledMemory(known)
}

/** The answer to a question is among this many newest messages. */
const NEWEST = 10

type AnsweredQuestion = {
  conversationId: ConversationId
  /** The question, and the `seq` of its last message; the answer has a higher one. */
  question: string
  upTo: number
}

/** Adds a question and its answer to the memory: history, style, level, mood, known issues. Called under the conversation's lock. */
export async function rememberExchange(t: Tx, asked: AnsweredQuestion): Promise<void> {
  const [row, isLearning] = await Promise.all([getConversation(t, system, asked.conversationId), learns(t)])
  const owner = memoryOwnerOf(row)
  if (!owner || row.isDemo || !isLearning) return
  const [messages, existing] = await Promise.all([readContext(t, row, NEWEST), lockMemory(t, owner)])
  const answer = messages.find(
    ({ author, seq, kind }) => author === 'assistant' && seq > asked.upTo && kind !== 'greeting',
  )
  const known = existing ?? (await upsertMemory(t, owner, { visits: 0, timezone: null }))
  const content = addExchange(known.content, {
    messageId: answer?.kind === 'text' ? answer.id : null,
    sessionId: row.id,
    context: row.context,
    question: asked.question,
    answer: answer?.body ?? '',
    isHelpful: answer?.helpful ?? null,
    sources: answer?.sources.map(({ title }) => title) ?? [],
    at: t.now,
  })
  const totalInteractions = known.totalInteractions + 1
  await updateMemory(t, known.id, { content, totalInteractions, language: row.language, lastSeenAt: t.now })
}

/** Updates an existing memory; an erased one is not created again. */
async function updateExisting(
  t: Tx,
  owner: MemoryOwner,
  change: (before: MemoryContent) => MemoryContent,
): Promise<void> {
  const [known, isLearning] = await Promise.all([lockMemory(t, owner), learns(t)])
  if (known && isLearning) await updateMemory(t, known.id, { content: change(known.content) })
}

/** Adds the rating of an answer; null withdraws it. */
export const rememberAnswerRating = (
  t: Tx,
  owner: MemoryOwner,
  messageId: MessageId,
  isHelpful: boolean | null,
): Promise<void> => updateExisting(t, owner, (before) => addAnswerRating(before, messageId, isHelpful, t.now))

/** Adds the rating of a ticket, 1 to 5. */
export const rememberTicketRating = (t: Tx, owner: MemoryOwner, stars: number): Promise<void> =>
  updateExisting(t, owner, (before) => addTicketRating(before, stars, t.now))

/** Adds an escalation and its reason to the history. */
export async function rememberEscalation(
  t: Tx,
  row: Pick<ConversationRow, 'id' | 'guestId'>,
  escalation: Omit<EscalationEntry, 'at' | 'sessionId'>,
): Promise<void> {
  const owner = memoryOwnerOf(row)
  if (owner)
    await updateExisting(t, owner, (before) => addEscalation(before, { ...escalation, sessionId: row.id }, t.now))
}

/** Deletes the guest's memory. Conversations and tickets stay: they are the tenant's records. */
export const eraseGuestMemory = (tenant: Tenant, { guestId }: Guest): Promise<void> =>
  tenant.tx((t) => deleteMemory(t, { kind: 'guest', id: guestId }))
