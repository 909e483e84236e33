import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import type { MemoryView } from '#contracts/memory/memory.ts'
import type { ConversationRow } from '#server/conversation/schema.ts'
import { getConversation, readContext } from '#server/conversation/service.ts'
import { type Guest, type Member, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { presentMemory } from './present.ts'
import { deleteMemory, findMemory, lockMemory, type MemoryOwner, updateMemory, upsertMemory } from './queries.ts'
import { type Recollection, recollectionOf } from './recall.ts'
import {
  afterEscalation,
  afterExchange,
  afterStars,
  afterVerdict,
  type Escalated,
  type Remembered,
} from './remembered.ts'

export type { MemoryOwner } from './queries.ts'
export { isRecurring, type Recollection } from './recall.ts'

/** MemoryOwner memory a conversation writes and reads: the guest's whose session it is; nobody's where a member opened it. */
export const memoryOwnerOf = (row: Pick<ConversationRow, 'guestId'>): MemoryOwner | null =>
  row.guestId ? { kind: 'guest', id: row.guestId } : null

/** What is remembered of somebody, null for who is new. */
export async function recall(t: Tx, whose: MemoryOwner): Promise<Recollection | null> {
  const row = await findMemory(t, whose)
  return row && recollectionOf(row)
}

/** Counts a visit (a chat that was opened) and gives what was remembered before it. */
export async function beginVisit(t: Tx, whose: MemoryOwner, timezone: string | null): Promise<Recollection> {
  return recollectionOf(await upsertMemory(t, whose, { visits: 1, timezone }))
}

/** Longer than any answer's own parts: what the assistant said after the question is among so many newest messages. */
const NEWEST = 10

export type Asked = {
  conversationId: ConversationId
  /** What was asked, and the event up to which it reaches; the answer lies above. */
  question: string
  upTo: number
}

/**
 * Remembers an exchange of a chat (seed 3 §4): history, style, level, mood, known issues. In a transaction of its own, after the
 * answer is given: nobody waits for it. A process that dies in between has forgotten one exchange; the chat itself is stored.
 */
export const rememberExchange = (tenant: Tenant, asked: Asked): Promise<void> =>
  tenant.tx(async (t) => {
    const row = await getConversation(t, system, asked.conversationId)
    const whose = memoryOwnerOf(row)
    if (!whose || row.isDemo) return
    const answer = (await readContext(t, row, NEWEST)).find(
      ({ author, seq, kind }) => author === 'assistant' && seq > asked.upTo && kind !== 'greeting',
    )
    const known = (await lockMemory(t, whose)) ?? (await upsertMemory(t, whose, { visits: 0, timezone: null }))
    const content = afterExchange(known.content, {
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
  })

/** Changes what is remembered, where anything is: who had it erased is not begun anew by this. */
async function revise(t: Tx, whose: MemoryOwner, change: (before: Remembered) => Remembered): Promise<void> {
  const known = await lockMemory(t, whose)
  if (known) await updateMemory(t, known.id, { content: change(known.content) })
}

/** Remembers whether an answer helped; null takes the word back. */
export const rememberVerdict = (
  t: Tx,
  whose: MemoryOwner,
  messageId: MessageId,
  isHelpful: boolean | null,
): Promise<void> => revise(t, whose, (before) => afterVerdict(before, messageId, isHelpful, t.now))

/** Remembers how a finished ticket was rated, 1 to 5. */
export const rememberStars = (t: Tx, whose: MemoryOwner, stars: number): Promise<void> =>
  revise(t, whose, (before) => afterStars(before, stars, t.now))

/** Keeps in the escalation history that a person was called, and why (E3). */
export async function rememberEscalation(
  t: Tx,
  row: Pick<ConversationRow, 'id' | 'guestId'>,
  called: Omit<Escalated, 'at' | 'sessionId'>,
): Promise<void> {
  const whose = memoryOwnerOf(row)
  if (whose) await revise(t, whose, (before) => afterEscalation(before, { ...called, sessionId: row.id }, t.now))
}

async function view(t: Tx, whose: MemoryOwner): Promise<MemoryView | null> {
  const row = await findMemory(t, whose)
  return row && presentMemory(row)
}

/** The visitor's own memory (M2). */
export const readOwnMemory = (tenant: Tenant, { guestId }: Guest): Promise<MemoryView | null> =>
  tenant.read((t) => view(t, { kind: 'guest', id: guestId }))

/** Erases it for good. Chats and tickets stay: they are the business's record of what was said. */
export const eraseOwnMemory = (tenant: Tenant, { guestId }: Guest): Promise<void> =>
  tenant.tx((t) => deleteMemory(t, { kind: 'guest', id: guestId }))

/** What is remembered of who wrote a ticket, for the team. */
export const readTicketMemory = (tenant: Tenant, actor: Member, id: TicketId): Promise<MemoryView | null> =>
  tenant.read(async (t) => {
    const { conversationId } = await getTicketRow(t, actor, id)
    const whose = memoryOwnerOf(await getConversation(t, actor, conversationId))
    return whose && view(t, whose)
  })
