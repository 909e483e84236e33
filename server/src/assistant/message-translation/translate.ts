import type {
  listTranslations as ListTranslations,
  MessageTranslation,
} from '#contracts/assistant/message-translation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import { LANGUAGE_NAMES, type Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { editText } from '#server/assistant/composer-tools/edit-text.ts'
import { findMessage, getConversation, listMergedIds, readThread } from '#server/conversation/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasModel } from '#server/provider/service.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { findTranslations, insertTranslation } from './queries.ts'

const READER = 'You translate a message of a support chat for a colleague who reads it.'

type Written = Pick<MessageView, 'author' | 'body' | 'state'>

/** What people and the assistant wrote. */
const isTranslatable = ({ author, body, state }: Written): boolean =>
  author !== 'system' && body !== '' && state !== 'streaming'

/** Which of the ticket's newest messages are in another language than the reader's, with the stored translations. */
export async function listTranslations(
  tenant: Tenant,
  actor: Member,
  ticketId: TicketId,
  language: Language,
): Promise<ReplyOf<typeof ListTranslations>> {
  const [items, isConnected] = await Promise.all([
    tenant.read(async (t) => {
      const { conversationId } = await getTicketRow(t, actor, ticketId)
      const row = await getConversation(t, actor, conversationId)
      const { messages } = await readThread(t, actor, row, null)
      const foreign = (messages as MessageView[]).filter(isTranslatable).flatMap(({ id, body, original }) => {
        // Of a reply that was sent translated the team has the original.
        if (original !== undefined) return []
        const from = detectLanguage(body, { conversation: row.language })
        return from && from !== language ? [{ messageId: id, from }] : []
      })
      const ids = foreign.map(({ messageId }) => messageId)
      const stored = await findTranslations(t, ids, language)
      return foreign.map((one) => ({ ...one, body: stored.get(one.messageId) ?? null }))
    }),
    hasModel(tenant),
  ])
  return { items, hasModel: isConnected }
}

/**
 * A message of the ticket in the reader's language: the stored translation, or a model's, which is stored for everybody. Throws not_found
 * for a message that is not the ticket's or was erased meanwhile, conflict without a key and at the budget.
 */
export async function translateMessage(
  tenant: Tenant,
  actor: Member,
  { ticketId, messageId }: { ticketId: TicketId; messageId: MessageId },
  language: Language,
): Promise<MessageTranslation> {
  const { row, from, stored } = await tenant.read((t) => loadMessage(t, actor, ticketId, messageId, language))
  if (stored !== null || from === language) return { messageId, from, body: stored ?? row.body }
  if (!(await hasModel(tenant))) throw conflict(m.error_ai_no_key, { reason: 'no_key' })
  const { text: body } = await editText(tenant, {
    about: READER,
    task: `Translate it into ${LANGUAGE_NAMES[language]}, in the same tone.`,
    text: row.body,
    conversationId: row.conversationId,
  })
  const isStored = await tenant.tx((t) => insertTranslation(t, { messageId, original: row.body, language, body }))
  if (!isStored) throw notFound('message')
  return { messageId, from, body }
}

async function loadMessage(t: Tx, actor: Member, ticketId: TicketId, messageId: MessageId, language: Language) {
  const { conversationId } = await getTicketRow(t, actor, ticketId)
  const [conversation, row, merged, stored] = await Promise.all([
    getConversation(t, actor, conversationId),
    findMessage(t, messageId),
    listMergedIds(t, conversationId),
    findTranslations(t, [messageId], language),
  ])
  const isHere = row && (row.conversationId === conversationId || merged.includes(row.conversationId))
  if (!isHere || !isTranslatable(row)) throw notFound('message')
  const from = detectLanguage(row.body, { conversation: conversation.language }) ?? conversation.language
  return { row, from, stored: stored.get(messageId) ?? null }
}
