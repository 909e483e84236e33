import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Actor, Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { answerRated } from './events.ts'
import { filesOf } from './files.ts'
import { publishMessage } from './live-events.ts'
import { getConversation, getCurrentConversation } from './load.ts'
import { isIn } from './merged-thread.ts'
import { messageFor, presentMessage } from './present.ts'
import { advanceConversation, findMessage, updateMessage } from './queries.ts'

/** The conversation that holds a message of a thread: the thread's own, or one that was merged into it. */
async function holderOf(t: Tx, actor: Actor, id: ConversationId, messageId: MessageId): Promise<ConversationId> {
  const row = await getCurrentConversation(t, actor, id)
  const message = row.hasMerged ? await findMessage(t, messageId) : null
  return message && (await isIn(t, row, message.conversationId)) ? message.conversationId : id
}

/**
 * Stores the customer's rating of an answer (helpful or not); null removes it, the same again changes nothing. Only complete
 * answers of the assistant are rated: else not_found or conflict.
 */
export const rateAnswer = (
  tenant: Tenant,
  actor: Guest,
  conversationId: ConversationId,
  messageId: MessageId,
  helpful: boolean | null,
): Promise<MessageView> =>
  tenant.tx(async (t) => {
    const holderId = await holderOf(t, actor, conversationId, messageId)
    await getConversation(t, actor, holderId, 'forUpdate')
    const message = await findMessage(t, messageId)
    const isHere = message?.conversationId === holderId && message.visibility === 'public'
    if (!message || !isHere || message.author !== 'assistant') throw notFound('answer')
    const files = (await filesOf(t, [messageId])).get(messageId)
    if (message.helpful === helpful) return messageFor(actor, presentMessage(message, files))
    if (message.kind !== 'text' || message.state === 'streaming') {
      throw conflict(m.error_answer_incomplete)
    }
    const conversation = await advanceConversation(t, holderId, {})
    const rated = conversation && (await updateMessage(t, messageId, { helpful, changedSeq: conversation.seq }))
    if (!rated) throw notFound('answer')
    const view = presentMessage(rated, files)
    publishMessage(t, conversation, 'message.changed', view)
    await t.emit(answerRated, { conversation, message: rated, before: message.helpful })
    return messageFor(actor, view)
  })
