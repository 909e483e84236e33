import { domainEvent } from '#server/platform/event.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

/** Something was said. `conversation` is the row after it. */
export const messageAppended = domainEvent<{ conversation: ConversationRow; message: MessageRow }>(
  'conversation.messageSent',
)

/** The customer said whether an answer helped, or took it back (`helpful` null). Both rows are as they are after it. */
export const answerRated = domainEvent<{ conversation: ConversationRow; message: MessageRow; before: boolean | null }>(
  'conversation.answerRated',
)
