import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import type { Guest } from '#server/platform/actor.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { answerRated } from './events.ts'
import { filesOf } from './files.ts'
import { publishMessage } from './live-events.ts'
import { messageFor, presentMessage } from './present.ts'
import { advanceConversation, findMessage, updateMessage } from './queries.ts'
import { getConversation } from './service.ts'

/**
 * Keeps whether an answer helped the customer; another word replaces the first, null takes it back, and the same again changes
 * nothing. Only the assistant's own answers are judged, once they are whole: else not_found or conflict.
 */
export const rateAnswer = (
  tenant: Tenant,
  actor: Guest,
  conversationId: ConversationId,
  messageId: MessageId,
  helpful: boolean | null,
): Promise<MessageView> =>
  tenant.tx(async (t) => {
    await getConversation(t, actor, conversationId, 'forUpdate')
    const message = await findMessage(t, messageId)
    const isHere = message?.conversationId === conversationId && message.visibility === 'public'
    if (!message || !isHere || message.author !== 'assistant') throw notFound('answer')
    const files = (await filesOf(t, [messageId])).get(messageId)
    if (message.helpful === helpful) return messageFor(actor, presentMessage(message, files))
    if (message.kind !== 'text' || message.state === 'streaming') {
      throw conflict(m.error_answer_incomplete)
    }
    const conversation = await advanceConversation(t, conversationId, {})
    const rated = conversation && (await updateMessage(t, messageId, { helpful, changedSeq: conversation.seq }))
    if (!rated) throw notFound('answer')
    const view = presentMessage(rated, files)
    publishMessage(t, conversation, 'message.changed', view)
    await t.emit(answerRated, { conversation, message: rated, before: message.helpful })
    return messageFor(actor, view)
  })
