import type {
  listTranslations as ListTranslations,
  MessageTranslation,
} from '#contracts/assistant/message-translation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { MessageId, TicketId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import { findMessage, getConversation, listMergedIds, readThread } from '#server/conversation/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import type { Member } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasModel } from '#server/provider/service.ts'
import { getTicketRow } from '#server/ticket/service.ts'
import { findForeign, isTranslatable, translateByModel } from './foreign-messages.ts'
import { findTranslations } from './queries.ts'

const READER = 'You translate a message of a support chat for a colleague who reads it.'

/** Which messages of a page of the ticket's thread are in another language than the reader's, with the stored translations. */
export async function listTranslations(
  tenant: Tenant,
  actor: Member,
  ticketId: TicketId,
  { language, cursor }: { language: Language; cursor?: string | undefined },
): Promise<ReplyOf<typeof ListTranslations>> {
  const [page, isConnected] = await Promise.all([
    tenant.read(async (t) => {
      const { conversationId } = await getTicketRow(t, actor, ticketId)
      const row = await getConversation(t, actor, conversationId)
      const thread = await readThread(t, actor, row, cursor ?? null)
      return findForeign(t, thread, { conversation: row.language, reader: language })
    }),
    hasModel(tenant),
  ])
  return { ...page, hasModel: isConnected }
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
  return { messageId, from, body: await translateByModel(tenant, READER, row, language) }
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
