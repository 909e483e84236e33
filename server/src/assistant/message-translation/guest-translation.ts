import type {
  listGuestTranslations as ListGuestTranslations,
  MessageTranslation,
} from '#contracts/assistant/message-translation.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import * as m from '#i18n/messages.js'
import {
  findMessage,
  getConversation,
  getCurrentConversation,
  listMergedIds,
  readThread,
} from '#server/conversation/service.ts'
import { refuseBlocked } from '#server/customer/service.ts'
import { detectLanguage } from '#server/language/service.ts'
import type { Guest } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { AppError, conflict, notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { hasModel } from '#server/provider/service.ts'
import { findForeign, isTranslatable, translateByModel } from './foreign-messages.ts'
import { findTranslations } from './queries.ts'

const READER = 'You translate a reply of a support team for the customer who reads it.'

/** The replies on a page of the guest's chat in another language than their page's; only those that are translated or can be. */
export async function listGuestTranslations(
  tenant: Tenant,
  actor: Guest,
  conversationId: ConversationId,
  { language, cursor }: { language: Language; cursor?: string | undefined },
): Promise<ReplyOf<typeof ListGuestTranslations>> {
  const [page, isConnected] = await Promise.all([
    tenant.read(async (t) => {
      const row = await getCurrentConversation(t, actor, conversationId)
      const thread = await readThread(t, actor, row, cursor ?? null)
      const languages = { conversation: row.language, reader: language }
      return findForeign(t, thread, languages, ({ author }) => author !== 'customer')
    }),
    hasModel(tenant),
  ])
  return { ...page, items: page.items.filter(({ body }) => isConnected || body !== null) }
}

/**
 * A reply of the guest's chat in their language: the stored translation, or a model's, which is stored for everybody. Throws not_found for
 * what is not a reply of this chat, conflict without a key, forbidden for who is blocked, unavailable where no model translates it now.
 */
export async function translateForGuest(
  tenant: Tenant,
  actor: Guest,
  { conversationId, messageId }: { conversationId: ConversationId; messageId: MessageId },
  language: Language,
): Promise<MessageTranslation> {
  const { row, from, stored } = await tenant.read((t) => loadReply(t, actor, conversationId, messageId, language))
  if (stored !== null || from === language) return { messageId, from, body: stored ?? row.body }
  refuseBlocked(actor)
  if (!(await hasModel(tenant))) throw conflict(m.error_reply_no_translation, { reason: 'no_key' })
  return { messageId, from, body: await translateByModel(tenant, READER, row, language).catch(throwForCustomer) }
}

/** Which provider, key or budget is why is the team's business: customers read that it does not work now. */
function throwForCustomer(error: unknown): never {
  if (!(error instanceof AppError) || error.code === 'not_found') throw error
  throw new AppError('unavailable', m.error_reply_not_translated, { cause: error })
}

async function loadReply(
  t: Tx,
  actor: Guest,
  conversationId: ConversationId,
  messageId: MessageId,
  language: Language,
) {
  const conversation = await getCurrentConversation(t, actor, conversationId)
  const [row, merged, stored] = await Promise.all([
    findMessage(t, messageId),
    listMergedIds(t, conversation.id),
    findTranslations(t, [messageId], language),
  ])
  const isHere = row && (row.conversationId === conversation.id || merged.includes(row.conversationId))
  const isReply = isHere && row.visibility === 'public' && row.author !== 'customer' && isTranslatable(row)
  if (!isReply) throw notFound('message')
  // What was merged into this chat may be of somebody else.
  await getConversation(t, actor, row.conversationId)
  const from = detectLanguage(row.body, { conversation: conversation.language }) ?? conversation.language
  return { row, from, stored: stored.get(messageId) ?? null }
}
