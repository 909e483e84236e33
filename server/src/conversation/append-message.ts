import type { FileView } from '#contracts/conversation/file.ts'
import type { MessageView, Source } from '#contracts/conversation/message.ts'
import type { ConversationId, FileId, InboundMailId, MessageId } from '#contracts/ids.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { messageAppended } from './events.ts'
import { attachFiles, type ReceivedFile, recordReceivedFiles } from './files.ts'
import { publishMessage } from './live-events.ts'
import { presentMessage } from './present.ts'
import { previewOf } from './preview.ts'
import {
  advanceConversation,
  type ConversationChange,
  type InternalChange,
  insertMessage,
  writeLockedConversation,
  writeMessage,
  writeMessages,
} from './queries.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

export type AppendedMessage = {
  id: MessageId
  author: MessageRow['author']
  authorId?: string | null
  authorName?: string | null
  visibility?: MessageRow['visibility']
  kind?: MessageRow['kind']
  body: string
  original?: string | null
  state?: MessageRow['state']
  sources?: Source[]
  suggestions?: string[]
  confidence?: number | null
  origin?: object
  /** Uploads of `actor`, its attachments. */
  fileIds?: FileId[]
  /** Files that came with it, which are stored and have no row yet. */
  received?: readonly ReceivedFile[]
  /** The mail that it came by. */
  mailId?: InboundMailId
  /** Who gets a copy of it by mail. */
  cc?: readonly string[] | undefined
  /** The sender; default: the system. */
  actor?: Actor
}

/** What a customer or a member sends. */
export type SentMessage = {
  id: MessageId
  body: string
  /** What a member wrote, where the body is its translation. */
  original?: string | undefined
  visibility?: 'public' | 'note'
  fileIds?: FileId[]
  /** Who gets a copy of a member's reply by mail. */
  cc?: string[] | undefined
}

type Appended = { row: ConversationRow; message: MessageRow; view: MessageView }

/** An id for a message that the server creates. */
export const newId = () => crypto.randomUUID() as MessageId

/**
 * Appends a message to a conversation, with its live event and its domain event: increments the event number, which locks the row, and
 * inserts the message under it. `change` is written with the number. Where the row is locked already, `appendToLocked` waits less.
 */
export async function appendMessage(
  t: Tx,
  conversationId: ConversationId,
  { fileIds = [], actor = system, ...fields }: Omit<AppendedMessage, 'received' | 'mailId' | 'cc'>,
  change: InternalChange = {},
): Promise<Appended> {
  const preview = previewBy(fields)
  // One round trip; the second statement finds the number that the first took.
  const advancing = advanceConversation(t, conversationId, { ...change, ...preview }, true)
  const inserting = insertMessage(t, { ...fields, conversationId, createdAt: t.now })
  inserting.catch(() => undefined)
  const row = await advancing
  if (!row) throw notFound('conversation')
  const message = await inserting
  if (message.seq !== row.seq) throw new Error('a message got the number of another event')
  const files = await attachFiles(t, actor, message.id, fileIds)
  return announceMessage(t, { row, message, actor }, files)
}

/**
 * The same for a row that the caller has locked: its numbers are known, so that nobody waits for the two statements. Another
 * message under the number would fail the transaction. A caller whose change is a handover emits the handover.
 */
export async function appendToLocked(
  t: Tx,
  before: ConversationRow,
  { fileIds = [], received = [], actor = system, ...fields }: AppendedMessage,
  change: ConversationChange,
): Promise<Appended> {
  const written = {
    ...change,
    ...previewBy(fields),
    seq: before.seq + 1,
    messageCount: before.messageCount + 1,
    updatedAt: t.now,
  }
  const row = { ...before, ...written }
  const message = newMessageRow(t, row, fields, row.seq)
  writeLockedConversation(t, row.id, written)
  writeMessage(t, message)
  const attached = await attachFiles(t, actor, message.id, fileIds)
  const files = [...attached, ...recordReceivedFiles(t, message.id, received)]
  return announceMessage(t, { row, message, actor }, files)
}

/** Appends the last messages of a conversation whose row is already written as it is after them. */
export async function appendOpening(t: Tx, row: ConversationRow, all: AppendedMessage[]): Promise<void> {
  const messages = all.map(({ fileIds, received, actor, ...fields }, at) =>
    newMessageRow(t, row, fields, row.seq - all.length + at + 1),
  )
  if (messages.length > 0) writeMessages(t, messages)
  for (const [at, message] of messages.entries()) {
    const files = recordReceivedFiles(t, message.id, all[at]?.received ?? [])
    await announceMessage(t, { row, message, actor: all[at]?.actor ?? system, isOpening: true }, files)
  }
}

/** The open screens and the event's handlers get the message. */
async function announceMessage(
  t: Tx,
  { row, ...facts }: { row: ConversationRow; message: MessageRow; actor: Actor; isOpening?: boolean },
  files: FileView[],
): Promise<Appended> {
  const view = presentMessage(facts.message, files)
  publishMessage(t, row, 'message.created', view)
  await t.emit(messageAppended, { conversation: row, ...facts })
  return { row, message: facts.message, view }
}

/** What the conversation's list shows of it; system messages and notes are not shown there. */
const previewBy = ({ author, visibility, body }: Pick<AppendedMessage, 'author' | 'visibility' | 'body'>) =>
  author !== 'system' && visibility !== 'note' && body !== '' ? { preview: previewOf(body) } : {}

const newMessageRow = (
  t: Tx,
  { id: conversationId }: ConversationRow,
  { mailId, cc, ...fields }: Omit<AppendedMessage, 'fileIds' | 'received' | 'actor'>,
  seq: number,
): MessageRow => ({
  tenantId: t.tenantId,
  conversationId,
  authorId: null,
  authorName: null,
  visibility: 'public',
  kind: 'text',
  original: null,
  state: 'complete',
  sources: [],
  suggestions: [],
  confidence: null,
  origin: mailId ? { mailId } : cc?.length ? { cc } : null,
  ...fields,
  seq,
  changedSeq: seq,
  helpful: null,
  createdAt: t.now,
})
