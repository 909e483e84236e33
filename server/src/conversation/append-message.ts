import type { MessageView, Source } from '#contracts/conversation/message.ts'
import type { ConversationId, FileId, MessageId } from '#contracts/ids.ts'
import { type Actor, system } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { messageAppended } from './events.ts'
import { attachFiles } from './files.ts'
import { publishMessage } from './live-events.ts'
import { presentMessage } from './present.ts'
import { previewOf } from './preview.ts'
import { advanceConversation, type ConversationChange, type InternalChange, insertMessage } from './queries.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

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
  /** Uploads of `actor`, its attachments. */
  fileIds?: FileId[]
  /** The sender; default: the system. */
  actor?: Actor
}

type Appended = { row: ConversationRow; message: MessageRow; view: MessageView }

/** An id for a message that the server creates. */
export const newId = () => crypto.randomUUID() as MessageId

/** Appends a message to a conversation, with its live event and its domain event. `change` is written with it. */
export const appendMessage = (
  t: Tx,
  conversationId: ConversationId,
  given: AppendedMessage,
  change: InternalChange = {},
): Promise<Appended> => appendWithChange(t, conversationId, given, change)

/**
 * The only function that inserts messages and emits `message.appended`: increments the conversation's event number under the row's lock
 * and inserts the message with it. A caller whose change is a handover emits the handover.
 */
export async function appendWithChange(
  t: Tx,
  conversationId: ConversationId,
  { fileIds = [], actor = system, ...fields }: AppendedMessage,
  change: ConversationChange,
): Promise<Appended> {
  const isShown = fields.visibility !== 'note' && fields.body !== ''
  const preview = isShown ? { preview: previewOf(fields.body) } : {}
  // One round trip; the second statement reads the number that the first wrote.
  const advancing = advanceConversation(t, conversationId, { ...change, ...preview }, true)
  const inserting = insertMessage(t, { ...fields, conversationId, createdAt: t.now })
  inserting.catch(() => undefined)
  const row = await advancing
  if (!row) throw notFound('conversation')
  const message = await inserting
  if (message.seq !== row.seq) throw new Error('a message got the number of another event')
  const files = await attachFiles(t, actor, message.id, fileIds)
  const view = presentMessage(message, files)
  publishMessage(t, row, 'message.created', view)
  await t.emit(messageAppended, { conversation: row, message, actor })
  return { row, message, view }
}
