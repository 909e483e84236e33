import { z } from 'zod'
import type { ChatContext, ConversationState } from '#contracts/conversation/conversation.ts'
import type { MessageView, Source } from '#contracts/conversation/message.ts'
import type { ConversationId, CustomerId, FileId, GuestId, MessageId, TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Language } from '#server/language/service.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import { createOnce, IdTakenError } from '#server/platform/db/create-once.ts'
import { CursorInteger, cursorOf } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { messageAppended } from './events.ts'
import { attachFiles, filesOf } from './files.ts'
import { type Cause, emitHandover } from './handover.ts'
import { publishConversation, publishMessage, publishSeen } from './live-events.ts'
import { getConversation } from './load.ts'
import { canReadNotes, canSend } from './policy.ts'
import { messageFor, presentConversation, presentMessage } from './present.ts'
import { previewOf } from './preview.ts'
import {
  advanceConversation,
  type ConversationChange,
  findConversation,
  findMessage,
  type InternalChange,
  insertConversation,
  insertMessage,
  listMessages,
  listNewestSince,
  raiseSeen,
  updateConversation,
} from './queries.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

export { dropConversationFiles } from './files.ts'
export { getConversation } from './load.ts'
export { setTyping } from './typing.ts'

/** Messages of one page of a thread. */
export const THREAD_PAGE = 100

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

/** Opens a conversation under the given id. Under an id of the client's, call it within `createOnce`. */
export const openConversation = (t: Tx, given: NewConversation): Promise<ConversationRow> =>
  insertConversation(t, { ...given, createdAt: t.now, updatedAt: t.now })

/** The conversation stored under the id, when the same guest opened it in the same context. */
export async function findSameConversation(
  t: Tx,
  given: Pick<NewConversation, 'id' | 'guestId' | 'context'>,
): Promise<ConversationRow | null> {
  const row = await findConversation(t, given.id)
  return row && row.guestId === given.guestId && row.context === given.context ? row : null
}

export { getAnswer } from './answers.ts'
export { publishDelta, publishTyping } from './live-events.ts'
export { canAnswer } from './policy.ts'
export { presentConversation } from './present.ts'
export { previewOf } from './preview.ts'
export { finishMessage, interruptStreamingMessages, saveStreamedText } from './streaming-message.ts'

export type AppendedMessage = {
  id: MessageId
  author: MessageRow['author']
  authorId?: string | null
  authorName?: string | null
  visibility?: MessageRow['visibility']
  kind?: MessageRow['kind']
  body: string
  state?: MessageRow['state']
  sources?: Source[]
  suggestions?: string[]
  confidence?: number | null
  origin?: object
  fileIds?: FileId[]
  actor?: Actor
}

/**
 * Says something in a conversation: takes the next event number under the row's lock, writes the message, tells the domains above,
 * and shows it on the open screens at the commit. The one way a message comes to be.
 */
export async function appendMessage(
  t: Tx,
  conversationId: ConversationId,
  said: AppendedMessage,
  change: InternalChange = {},
): Promise<Appended> {
  return append(t, conversationId, said, change)
}

type Appended = { row: ConversationRow; message: MessageRow; view: MessageView }

async function append(
  t: Tx,
  conversationId: ConversationId,
  said: AppendedMessage,
  change: ConversationChange,
): Promise<Appended> {
  const { fileIds = [], actor, ...words } = said
  const isShown = words.visibility !== 'note' && words.body !== ''
  const shown = isShown ? { preview: previewOf(words.body) } : {}
  // One round trip; the second finds the number the first has taken.
  const advancing = advanceConversation(t, conversationId, { ...change, ...shown }, true)
  const inserting = insertMessage(t, { ...words, conversationId, createdAt: t.now })
  inserting.catch(() => undefined)
  const row = await advancing
  if (!row) throw notFound('conversation')
  const message = await inserting
  if (message.seq !== row.seq) throw new Error('a message got the number of another event')
  const files = actor && fileIds.length > 0 ? await attachFiles(t, actor, message.id, fileIds) : []
  const view = presentMessage(message, files)
  publishMessage(t, row, 'message.created', view)
  await t.emit(messageAppended, { conversation: row, message, actor: actor ?? system })
  return { row, message, view }
}

/** An id of our own for a line no client asked for. */
export const newId = () => crypto.randomUUID() as MessageId

/** Changes a conversation (who owns it, the offer of a ticket) as an event of its own, shown on the open screens. */
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

/** Links a conversation to the ticket it became, and hands it over to the team. */
export const linkTicket = (
  t: Tx,
  before: ConversationRow,
  link: { ticketId: TicketId; customerId: CustomerId | null; state: ConversationState },
  cause: Cause,
): Promise<ConversationRow> =>
  changeConversation(
    t,
    before,
    { ...link, answerDueAt: null, offerReason: null, offerPriority: null, offerPromptAt: null },
    cause,
  )

/**
 * A customer's or member's message. Acknowledged means committed. The same id again returns the same message; another text under it
 * is a conflict. A customer's message wakes the assistant while the conversation is the assistant's; a member's public message
 * silences it.
 */
export const send = (
  tenant: Tenant,
  actor: Actor,
  conversationId: ConversationId,
  given: { id: MessageId; body: string; visibility?: 'public' | 'note'; fileIds?: FileId[] },
): Promise<MessageView> =>
  createOnce(tenant, {
    create: (t) => sendIn(t, actor, conversationId, given),
    findSame: (t) => findSameMessage(t, actor, conversationId, given),
    conflict: () => conflict(m.error_message_id_taken),
  })

async function sendIn(
  t: Tx,
  actor: Actor,
  conversationId: ConversationId,
  given: Parameters<typeof send>[3],
): Promise<MessageView> {
  // One round trip; the second is asked once the first has the lock.
  const [before, same] = await Promise.all([
    getConversation(t, actor, conversationId, 'forUpdate'),
    findMessage(t, given.id),
  ])
  if (!canSend(actor, before)) throw notFound('conversation')
  if (same) throw new IdTakenError()
  const isNote = given.visibility === 'note'
  if (actor.kind === 'member' && !isNote && before.channel === 'chat' && before.state !== 'human') {
    await appendMessage(t, conversationId, {
      id: newId(),
      author: 'system',
      kind: 'joined',
      authorName: actor.name,
      body: '',
    })
  }
  const change = isNote ? {} : changeBy(actor, before, t.now)
  const { view, row } = await append(t, conversationId, { ...given, ...authorOf(actor), actor }, change)
  if (row.state !== before.state) publishConversation(t, row)
  await emitHandover(t, before, change, row, { actor })
  return messageFor(actor, view)
}

const authorOf = (actor: Actor): Pick<AppendedMessage, 'author' | 'authorId' | 'authorName'> => {
  if (actor.kind === 'member') return { author: 'member', authorId: actor.userId, authorName: actor.name }
  if (actor.kind === 'guest') return { author: 'customer', authorId: actor.guestId, authorName: null }
  return { author: actor.kind, authorId: null, authorName: null }
}

/** What a public message does to who has the word. */
function changeBy(actor: Actor, before: ConversationRow, now: Date): ConversationChange {
  if (actor.kind === 'member') {
    return { state: 'human', answerDueAt: null, offerReason: null, offerPriority: null, offerPromptAt: null }
  }
  const state = before.state === 'closed' ? (before.ticketId ? 'waiting' : 'ai') : before.state
  return { state, ...(state === 'ai' ? { answerDueAt: before.answerDueAt ?? now } : {}) }
}

async function findSameMessage(
  t: Tx,
  actor: Actor,
  conversationId: ConversationId,
  given: Parameters<typeof send>[3],
): Promise<MessageView | null> {
  await getConversation(t, actor, conversationId)
  const existing = await findMessage(t, given.id)
  const files = (existing && (await filesOf(t, [existing.id])).get(existing.id)) ?? []
  const author = authorOf(actor)
  const isSame =
    existing?.conversationId === conversationId &&
    existing.authorId === author.authorId &&
    existing.body === given.body &&
    existing.visibility === (given.visibility ?? 'public') &&
    new Set([...files.map(({ id }) => id), ...(given.fileIds ?? [])]).size === files.length
  return isSame ? messageFor(actor, presentMessage(existing, files)) : null
}

/** A thread is read backwards: its cursor is the number of the page's first message. */
const olderThan = cursorOf<{ seq: number }>(z.object({ seq: CursorInteger }))

/** The newest page of a thread (or the one before `cursor`), without notes for customers. */
export async function readThread(t: Tx, actor: Actor, row: ConversationRow, cursor: string | null) {
  const beforeSeq = olderThan.decode(cursor)?.seq ?? null
  const withNotes = canReadNotes(actor)
  const rows = await listMessages(t, row.id, { withNotes, beforeSeq, limit: THREAD_PAGE + 1 })
  const hasOlder = rows.length > THREAD_PAGE
  const page = hasOlder ? rows.slice(1) : rows
  const files = await filesOf(
    t,
    page.map((message) => message.id),
  )
  return {
    conversation: presentConversation(row),
    messages: page.map((message) => messageFor(actor, presentMessage(message, files.get(message.id)))),
    olderCursor: hasOlder && page[0] ? olderThan.encode({ seq: page[0].seq }) : null,
  }
}

/** Notes how far a side has read and tells the other. Gives the position noted: at most that of the newest event. */
export async function markSeen(t: Tx, actor: Actor, id: ConversationId, seq: number): Promise<number> {
  const side = actor.kind === 'guest' ? 'customer' : 'team'
  const { seq: newest } = await getConversation(t, actor, id)
  const row = await raiseSeen(t, id, side, seq)
  if (!row) return Math.min(seq, newest)
  const at = side === 'customer' ? row.seenByCustomerSeq : row.seenByTeamSeq
  publishSeen(t, row, side, at)
  return at
}

/** What the assistant reads: the newest public words since its context began, oldest first. */
export const readContext = (t: Tx, row: ConversationRow, limit: number): Promise<MessageRow[]> =>
  listNewestSince(t, row.id, row.contextFromSeq, limit)

/** The lease on answering: not an event, nobody's screen shows it. */
export const setAnswerLease = (t: Tx, id: ConversationId, until: Date | null): Promise<void> =>
  updateConversation(t, id, { answerLeaseUntil: until })
