import type { MessageId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import { canRead } from './policy.ts'
import { findConversation, findMessage, listMessages } from './queries.ts'
import type { ConversationRow, MessageRow } from './schema.ts'

/** Words of a customer this many messages before an answer at most belong to its question. */
const LOOK_BACK = 10

export type Answer = { conversation: ConversationRow; message: MessageRow; question: string }

/**
 * One message of the assistant with what it answered: the customer's words between it and what the assistant or the team had said
 * before. Throws not_found for any other message, and where the actor may not read the chat.
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
    limit: LOOK_BACK,
  })
  const spoken = before.filter(({ author }) => author !== 'system')
  const lastOfOthers = spoken.findLastIndex(({ author }) => author !== 'customer')
  const words = spoken.slice(lastOfOthers + 1)
  return { conversation, message, question: words.map(({ body }) => body).join('\n') }
}
