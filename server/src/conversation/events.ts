import { domainEvent } from '#server/platform/event.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

/** Something was said. `conversation` is the row after it. */
export const messageSent = domainEvent<{ conversation: ConversationRow; message: MessageRow }>(
  'conversation.messageSent',
)
