import { z } from 'zod'
import type { ThreadView } from '#contracts/conversation/conversation.ts'
import type { listGuestConversations as ListGuestConversations } from '#contracts/conversation/guest-conversation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId } from '#contracts/ids.ts'
import type { Actor, Guest } from '#server/platform/actor.ts'
import { CursorInteger, cursorOf, newestFirst, pageFrom } from '#server/platform/db/cursor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { NewConversation } from './commands.ts'
import { filesOf } from './files.ts'
import { listJoinedMessages, type PlacedMessage } from './merged-thread.ts'
import { canRead, canReadNotes } from './policy.ts'
import { messageFor, presentConversation, presentMessage } from './present.ts'
import {
  findConversation,
  findMessage,
  listGuestConversations,
  listMessages,
  listNewestSince,
  newestMessageIds,
} from './queries.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

/** Messages of one page of a thread. */
export const THREAD_PAGE = 100

/** The conversation stored under the id, when the same guest opened it in the same context. */
export async function findSameConversation(
  t: Tx,
  given: Pick<NewConversation, 'id' | 'guestId' | 'context'>,
): Promise<ConversationRow | null> {
  const row = await findConversation(t, given.id)
  return row && row.guestId === given.guestId && row.context === given.context ? row : null
}

/** A thread is paged backwards: the cursor is the number of the page's first message. */
const olderThan = cursorOf<{ seq: number }>(z.object({ seq: CursorInteger }))

/** The newest page of a thread (or the one before `cursor`), without notes for customers; with what was merged into it. */
export async function readThread(
  t: Tx,
  actor: Actor,
  row: ConversationRow,
  cursor: string | null,
): Promise<z.input<typeof ThreadView>> {
  const before = olderThan.decode(cursor)?.seq ?? null
  if (row.hasMerged) return readJoinedThread(t, actor, row, before)
  const which = { withNotes: canReadNotes(actor), beforeSeq: before, limit: THREAD_PAGE + 1 }
  const [rows, files] = await Promise.all([
    listMessages(t, row.id, which),
    filesOf(t, newestMessageIds(t, row.id, which)),
  ])
  const hasOlder = rows.length > THREAD_PAGE
  const page = hasOlder ? rows.slice(1) : rows
  return {
    conversation: presentConversation(row),
    messages: page.map((message) => messageFor(actor, presentMessage(message, files.get(message.id)))),
    olderCursor: hasOlder && page[0] ? olderThan.encode({ seq: page[0].seq }) : null,
  }
}

/** The same over several conversations; the cursor is a position of the joined thread. */
async function readJoinedThread(
  t: Tx,
  actor: Actor,
  row: ConversationRow,
  before: number | null,
): Promise<z.input<typeof ThreadView>> {
  const rows = await listJoinedMessages(t, actor, row, { before, limit: THREAD_PAGE + 1 })
  const hasOlder = rows.length > THREAD_PAGE
  const page = hasOlder ? rows.slice(1) : rows
  const files = await filesOf(
    t,
    page.map(({ id }) => id),
  )
  const present = ({ place, position: _, ...message }: PlacedMessage) => {
    const view = messageFor(actor, presentMessage(message, files.get(message.id)))
    const { conversationId } = message
    return conversationId === row.id ? view : { ...view, seq: place, mergedFrom: conversationId }
  }
  return {
    conversation: presentConversation(row),
    messages: page.map(present),
    olderCursor: hasOlder && page[0] ? olderThan.encode({ seq: page[0].position }) : null,
  }
}

const GUEST_PAGE = 50

/** The guest's chats, newest first. */
export async function listConversationsOfGuest(
  tenant: Tenant,
  actor: Guest,
  cursor: string | undefined,
): Promise<ReplyOf<typeof ListGuestConversations>> {
  const rows = await tenant.read((t) => listGuestConversations(t, actor, newestFirst.decode(cursor), GUEST_PAGE + 1))
  const page = pageFrom(rows, GUEST_PAGE, newestFirst, ({ updatedAt, id }) => ({ at: updatedAt, id }))
  return {
    ...page,
    items: page.items.map((row) => ({
      id: row.id,
      context: row.context,
      state: row.state,
      preview: row.preview,
      messageCount: row.messageCount,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    })),
  }
}

/** The context of the assistant: the newest public messages since its first event, oldest first. */
export const readContext = (t: Tx, row: ConversationRow, limit: number): Promise<MessageRow[]> =>
  listNewestSince(t, row.id, row.contextFromSeq, limit)

/** A question is at most this many messages long. */
const MAX_QUESTION_MESSAGES = 10

export type Answer = { conversation: ConversationRow; message: MessageRow; question: string }

/**
 * An answer of the assistant with its question: the customer's messages between it and the last message of the assistant or the
 * team. Throws not_found for any other message, and where the actor may not read the chat.
 */
export async function getAnswer(t: Tx, actor: Actor, id: MessageId): Promise<Answer> {
  const message = await findMessage(t, id)
  const conversation = message && (await findConversation(t, message.conversationId))
  if (message?.author !== 'assistant' || !conversation || !canRead(actor, conversation)) {
    throw notFound('answer')
  }
  const before = await listMessages(t, conversation.id, {
    withNotes: false,
    beforeSeq: message.seq,
    limit: MAX_QUESTION_MESSAGES,
  })
  const written = before.filter(({ author }) => author !== 'system')
  const lastOfOthers = written.findLastIndex(({ author }) => author !== 'customer')
  const question = written.slice(lastOfOthers + 1)
  return { conversation, message, question: question.map(({ body }) => body).join('\n') }
}
