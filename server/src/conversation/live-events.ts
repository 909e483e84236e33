import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { presentConversation } from './present.ts'
import type { ConversationRow } from './schema.ts'

/** The desk shows conversations that have a ticket. */
const isOnDesk = (row: ConversationRow): boolean => row.ticketId !== null

/** A note is published to the desk only: without a conversation among the recipients no customer's stream receives it. */
export function publishMessage(
  t: Tx,
  row: ConversationRow,
  type: 'message.created' | 'message.changed',
  message: MessageView,
): void {
  t.publish(
    { type, conversationId: row.id, ticketId: row.ticketId, message },
    { desk: isOnDesk(row), conversation: message.visibility === 'public' ? row.id : null, seq: row.seq },
  )
}

/** Publishes a change of the conversation's state or offer. */
export function publishConversation(t: Tx, row: ConversationRow): void {
  t.publish(
    { type: 'conversation.changed', conversation: presentConversation(row) },
    { desk: isOnDesk(row), conversation: row.id, seq: row.seq },
  )
}

/** Makes the customer's open windows of a conversation read it again: it leads on, or shows other conversations too. */
export const publishThreadChanged = (t: Tx, id: ConversationId): void =>
  t.publish({ type: 'resync' }, { desk: false, conversation: id })

/** Publishes that one side has read up to `seq`. */
export function publishSeen(t: Tx, row: ConversationRow, who: 'customer' | 'team', seq: number): void {
  t.publish({ type: 'seen', conversationId: row.id, who, seq }, { desk: isOnDesk(row), conversation: row.id })
}

/** Publishes whether the actor is typing; nothing is stored. */
export function publishTyping(tenant: Tenant, actor: Actor, row: ConversationRow, isTyping: boolean): Promise<void> {
  const who = actor.kind === 'guest' ? 'customer' : actor.kind === 'member' ? 'member' : 'assistant'
  const name = actor.kind === 'member' ? actor.name : null
  return tenant.platform.live.publishEphemeral(
    tenant.id,
    { type: 'typing', conversationId: row.id, who, name, isTyping },
    { desk: isOnDesk(row), conversation: row.id },
  )
}

/** Publishes new text of a streaming answer, at an offset of its body, to the customer's stream; nothing is stored. */
export const publishDelta = (
  tenant: Tenant,
  conversationId: ConversationId,
  delta: { messageId: MessageId; offset: number; text: string },
): Promise<void> =>
  tenant.platform.live.publishEphemeral(
    tenant.id,
    { type: 'message.delta', conversationId, ...delta },
    { desk: false, conversation: conversationId },
  )
