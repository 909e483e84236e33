import type { MessageView } from '#contracts/conversation/message.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { presentConversation } from './present.ts'
import type { ConversationRow } from './schema.ts'

const PREVIEW_CHARACTERS = 140

/** The first words of a message as one line, never ending in half a sign (an emoji is two units). */
export const previewOf = (body: string): string =>
  body
    .replace(/\s+/g, ' ')
    .slice(0, PREVIEW_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, '')

/** Notes go to the desk alone: without a conversation address no customer's stream gets them. */
export function publishMessage(
  t: Tx,
  row: ConversationRow,
  type: 'message.created' | 'message.changed',
  message: MessageView,
): void {
  t.publish({
    desk: row.ticketId !== null,
    conversationId: message.visibility === 'public' ? row.id : null,
    seq: row.seq,
    event: { type, conversationId: row.id, ticketId: row.ticketId, message },
  })
}

/** Shows everybody who has the word now, and what is offered. */
export function publishConversation(t: Tx, row: ConversationRow): void {
  t.publish({
    desk: row.ticketId !== null,
    conversationId: row.id,
    seq: row.seq,
    event: { type: 'conversation.changed', conversation: presentConversation(row) },
  })
}
