import { isDeepStrictEqual } from 'node:util'
import type { ChatContext, ConversationState } from '#contracts/conversation/conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, CustomerId, GuestId, TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { refuseBlocked } from '#server/customer/service.ts'
import type { Language } from '#server/language/service.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, invalid, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { type AppendedMessage, appendToLocked, newId, type SentMessage } from './append-message.ts'
import { messageAppended } from './events.ts'
import { filesOf } from './files.ts'
import { type Cause, emitHandover } from './handover.ts'
import { publishConversation, publishSeen, publishTyping } from './live-events.ts'
import { getConversation, getCurrentConversation } from './load.ts'
import { isIn } from './merged-thread.ts'
import { canSend } from './policy.ts'
import { copiesOf, messageFor, presentMessage } from './present.ts'
import { previewOf } from './preview.ts'
import {
  advanceConversation,
  type ConversationChange,
  findMessage,
  raiseSeen,
  updateConversation,
  writeConversation,
  writeLockedConversation,
} from './queries.ts'
import type { ConversationRow } from './schema.ts'

export type NewConversation = {
  id: ConversationId
  channel: ConversationRow['channel']
  context: ChatContext
  state: ConversationState
  guestId: GuestId | null
  customerId?: CustomerId | null
  language?: Language
  isDemo?: boolean
}

/** The row of a new conversation, before its first message. */
export const newConversation = (
  t: Tx,
  { language, customerId, isDemo, ...given }: NewConversation,
): ConversationRow => ({
  ...given,
  tenantId: t.tenantId,
  customerId: customerId ?? null,
  ticketId: null,
  language: language ?? 'en',
  agent: null,
  seq: 0,
  messageCount: 0,
  preview: '',
  failedAttempts: 0,
  ...NO_OFFER,
  answeredSeq: 0,
  answerLeaseUntil: null,
  contextFromSeq: 0,
  seenByCustomerSeq: 0,
  seenByTeamSeq: 0,
  mergedIntoId: null,
  hasMerged: false,
  rating: null,
  ratingComment: null,
  ratedAt: null,
  ratingChangedAt: null,
  isDemo: isDemo ?? false,
  createdAt: t.now,
  updatedAt: t.now,
})

/** Opens a conversation under the given id. Under an id of the client's, call it within `createOnce`. */
export function openConversation(t: Tx, given: NewConversation): ConversationRow {
  const row = newConversation(t, given)
  writeConversation(t, row)
  return row
}

/** Changes a conversation (its state, the offer of a ticket) as a separate event, which is published to the open screens. */
export async function changeConversation(
  t: Tx,
  before: ConversationRow,
  change: ConversationChange,
  cause: Cause = {},
): Promise<ConversationRow> {
  const row = await advanceConversation(t, before.id, change)
  if (!row) throw notFound('conversation')
  publishConversation(t, row)
  await emitHandover(t, before, change, row, cause)
  return row
}

/** The same for a row that the caller has locked: nobody waits for the statement. */
export async function changeLocked(
  t: Tx,
  before: ConversationRow,
  change: ConversationChange,
  cause: Cause,
): Promise<ConversationRow> {
  const written = { ...change, seq: before.seq + 1, updatedAt: t.now }
  const row = { ...before, ...written }
  writeLockedConversation(t, row.id, written)
  publishConversation(t, row)
  await emitHandover(t, before, change, row, cause)
  return row
}

type TicketLink = {
  ticketId: TicketId
  customerId: CustomerId | null
  /** The texts of the messages that `appendOpening` adds to the thread with the ticket; null for a system message. */
  opening: readonly (string | null)[]
  /** The conversation is not stored yet. */
  isNew: boolean
}

/**
 * Links a conversation to the ticket it became, and hands it over to the team: one that the caller has locked, or a new one
 * (`newConversation`), which is added. The row is written as it is after the opening messages.
 */
export async function linkTicket(
  t: Tx,
  before: ConversationRow,
  { opening, isNew, ...link }: TicketLink,
  cause: Cause,
): Promise<ConversationRow> {
  const shown = opening.findLast((body) => body !== null)
  const linked = {
    ...link,
    ...NO_OFFER,
    state: 'waiting',
    seq: before.seq + (isNew ? 0 : 1),
    updatedAt: t.now,
  } as const
  const written = {
    ...linked,
    seq: linked.seq + opening.length,
    messageCount: before.messageCount + opening.length,
    ...(shown ? { preview: previewOf(shown) } : {}),
  }
  const row = { ...before, ...written }
  if (isNew) {
    writeConversation(t, row)
    return row
  }
  writeLockedConversation(t, row.id, written)
  publishConversation(t, { ...before, ...linked })
  await emitHandover(t, before, linked, row, cause)
  return row
}

/** Nothing waits for the assistant, and no ticket is offered. */
const NO_OFFER = { answerDueAt: null, offerReason: null, offerPriority: null, offerPromptAt: null }

/** Finds the conversation that a message is sent to, with the sender's access check, under its lock where asked. */
type FindConversation = (t: Tx, lock?: 'forUpdate') => Promise<ConversationRow>

/**
 * Sends a customer's or member's message. Acknowledged means committed. The same id again returns the same message; another text
 * under it is a conflict. A customer's message makes an answer due while the assistant owns the conversation; a member's public message
 * takes the conversation over.
 */
export const send = (tenant: Tenant, actor: Actor, find: FindConversation, given: SentMessage): Promise<MessageView> =>
  createOnce(tenant, {
    create: (t) => sendIn(t, actor, find, given),
    findSame: async (t) => findSentMessage(t, actor, await find(t), given),
    conflict: () => conflict(m.error_message_id_taken),
  })

/** The same to the conversation of this id, or the one that it leads on to. */
export const sendTo = (tenant: Tenant, actor: Actor, id: ConversationId, given: SentMessage): Promise<MessageView> => {
  refuseBlocked(actor)
  const find: FindConversation = (t, lock) => {
    const found = getCurrentConversation(t, actor, id, lock)
    // In the same round trip, and under the lock, which the statement before waits for.
    if (lock) t.announce(messageAppended, { conversationId: id })
    return found
  }
  return send(tenant, actor, find, given)
}

async function sendIn(t: Tx, actor: Actor, find: FindConversation, given: SentMessage): Promise<MessageView> {
  // One round trip; the second statement runs once the first has its lock.
  const [before, same] = await Promise.all([find(t, 'forUpdate'), findMessage(t, given.id)])
  if (same) throw new IdTakenError()
  return sendToLocked(t, actor, before, given)
}

/** The same in the caller's transaction, to a conversation that it has locked; an id that is taken violates the primary key. */
export async function sendToLocked(
  t: Tx,
  actor: Actor,
  before: ConversationRow,
  given: SentMessage,
): Promise<MessageView> {
  if (!canSend(actor, before)) throw notFound('conversation')
  // It goes on in one that this actor may not read.
  if (before.mergedIntoId) throw conflict(m.error_conversation_merged, { reason: 'merged' })
  const isNote = given.visibility === 'note'
  if (isNote && given.cc?.length) throw invalid({ 'body.cc': m.error_copy_of_note })
  const isTakenOver = actor.kind === 'member' && !isNote && before.channel === 'chat' && before.state !== 'human'
  const joined = {
    id: newId(),
    author: 'system',
    kind: 'joined',
    authorName: authorOf(actor).authorName,
    body: '',
  } as const
  const locked = isTakenOver ? (await appendToLocked(t, before, joined, {})).row : before
  const change = isNote ? {} : changeBy(actor, before, t.now)
  const { view, row } = await appendToLocked(t, locked, { ...given, ...authorOf(actor), actor }, change)
  if (row.state !== before.state) publishConversation(t, row)
  await emitHandover(t, before, change, row, { actor })
  return messageFor(actor, view)
}

/** Appends what a customer wrote by mail to a conversation that the caller has locked, who has decided who the customer is. */
export async function appendReceived(
  t: Tx,
  before: ConversationRow,
  received: Pick<AppendedMessage, 'id' | 'authorName' | 'body' | 'received' | 'mailId'>,
): Promise<void> {
  // Outside a chat nobody reads an answer at once: a mail waits for people, and the assistant answers it as a mail or not at all.
  const isForPeople = before.state === 'ai' && before.channel !== 'chat'
  const change = isForPeople ? { state: 'waiting' as const } : changeBy(system, before, t.now)
  const { row } = await appendToLocked(t, before, { ...received, author: 'customer' }, change)
  if (row.state !== before.state) publishConversation(t, row)
  await emitHandover(t, before, change, row, {})
}

const authorOf = (actor: Actor): Required<Pick<AppendedMessage, 'author' | 'authorId' | 'authorName'>> => {
  if (actor.kind === 'member') return { author: 'member', authorId: actor.userId, authorName: actor.name }
  if (actor.kind === 'guest') return { author: 'customer', authorId: actor.guestId, authorName: null }
  return { author: actor.kind, authorId: null, authorName: null }
}

/** The state of the conversation after a public message. */
function changeBy(actor: Actor, before: ConversationRow, now: Date): ConversationChange {
  if (actor.kind === 'member') {
    return { state: 'human', ...NO_OFFER }
  }
  const state = before.state === 'closed' ? (before.ticketId ? 'waiting' : 'ai') : before.state
  return { state, ...(state === 'ai' ? { answerDueAt: before.answerDueAt ?? now } : {}) }
}

/** The message that is stored under an id, where it is what the sender gives; else null. */
export async function findSentMessage(
  t: Tx,
  actor: Actor,
  conversation: ConversationRow,
  given: SentMessage,
): Promise<MessageView | null> {
  const existing = await findMessage(t, given.id)
  const files = (existing && (await filesOf(t, [existing.id])).get(existing.id)) ?? []
  const author = authorOf(actor)
  const isSame =
    existing &&
    (await isIn(t, conversation, existing.conversationId)) &&
    existing.authorId === author.authorId &&
    existing.body === given.body &&
    existing.original === (given.original ?? null) &&
    existing.visibility === (given.visibility ?? 'public') &&
    isDeepStrictEqual([...copiesOf(existing)], given.cc ?? []) &&
    isDeepStrictEqual(new Set(files.map(({ id }) => id)), new Set(given.fileIds ?? []))
  return isSame ? messageFor(actor, presentMessage(existing, files)) : null
}

/** Stores up to which event a side has read and publishes it to the other. Returns the stored position: at most the newest event's. */
export async function markSeen(t: Tx, actor: Actor, id: ConversationId, seq: number): Promise<number> {
  const side = actor.kind === 'guest' ? 'customer' : 'team'
  const { seq: newest } = await getConversation(t, actor, id)
  const row = await raiseSeen(t, id, side, seq)
  if (!row) return Math.min(seq, newest)
  const at = side === 'customer' ? row.seenByCustomerSeq : row.seenByTeamSeq
  publishSeen(t, row, side, at)
  return at
}

/** Publishes to the open screens whether the actor is typing. Throws not_found. */
export async function setTyping(tenant: Tenant, actor: Actor, id: ConversationId, isTyping: boolean): Promise<void> {
  await publishTyping(tenant, actor, await tenant.read((t) => getConversation(t, actor, id)), isTyping)
}

/** Stores the lease on answering, without an event, because no screen shows it. */
export const setAnswerLease = (t: Tx, id: ConversationId, until: Date | null): Promise<void> =>
  updateConversation(t, id, { answerLeaseUntil: until })
