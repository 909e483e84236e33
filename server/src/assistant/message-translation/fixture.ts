import { sendGuestMessage, startConversation } from '#contracts/conversation/guest-conversation.ts'
import type { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { submitTicket } from '#contracts/ticket/guest-ticket.ts'
import { findMessage } from '#server/conversation/service.ts'
import type { Tenant } from '#server/platform/platform.ts'
import type { Harness } from '#test/harness.ts'
import type { Standin } from '#test/standin/server.ts'
import { insertTranslation } from './queries.ts'

/** Stores a translation of a message into German. */
export const makeTranslation = (tenant: Tenant, messageId: MessageId): Promise<boolean> =>
  tenant.tx(async (t) => {
    const original = (await findMessage(t, messageId))?.body ?? ''
    return insertTranslation(t, { messageId, original, language: 'de', body: 'proof' })
  })

/** A customer's chat with one message, which became a ticket; `messageId` is that message. */
export async function makeChatWithTicket(h: Harness, words: string) {
  const acme = await h.tenant('Acme Bikes')
  const [guest, agent] = [await h.guest(acme), await h.member(acme, 'agent', 'Ann Lee')]
  const { slug } = acme
  const params = { slug, conversationId: crypto.randomUUID() as ConversationId }
  const [messageId, ticketId] = [crypto.randomUUID() as MessageId, crypto.randomUUID() as TicketId]
  await guest.call(startConversation, { params: { slug }, body: { id: params.conversationId, context: 'general' } })
  await guest.call(sendGuestMessage, { params, body: { id: messageId, body: words, fileIds: [] } })
  const form = { id: ticketId, name: 'Jo', email: 'jo@example.com', subject: 'Bicycle', description: words }
  await guest.call(submitTicket, { params: { slug }, body: { ...form, conversationId: params.conversationId } })
  return { acme, guest, agent, params, messageId, ticketId }
}

/** What a model was asked to translate; it also sums up new tickets. */
export const translationsAsked = ({ requests }: Standin): string[] =>
  requests.map(({ body }) => JSON.stringify(body)).filter((body) => body.includes('Translate it into'))
