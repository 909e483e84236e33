import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { ConversationId, MessageId, TicketId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'
import { Cursor } from '#contracts/page.ts'
import { PortalSlug } from '#contracts/tenant/portal.ts'

const Language = z.enum(LANGUAGES)

/** A message in another language than the reader's. `body` is null until it is translated. */
export const MessageTranslation = z.object({ messageId: MessageId, from: Language, body: z.string().nullable() })
export type MessageTranslation = z.output<typeof MessageTranslation>

/** One page of a thread: which of its messages are in another language. `firstSeq` is the number of its first message, 0 without one. */
const TranslationPage = z.object({
  items: z.array(MessageTranslation),
  firstSeq: z.number().int(),
  /** Cursor of the page before; null when there is none. */
  olderCursor: z.string().nullable(),
})

const Translations = { tag: 'tickets', access: 'member' } as const

/** Which messages of a thread's newest page (or the one before `cursor`) are in another language, with the translations that are stored. Nothing is translated by it. */
export const listTranslations = endpoint({
  ...Translations,
  method: 'GET',
  path: '/api/tickets/:ticketId/translations',
  summary: 'Messages in another language, with their translations',
  rate: 'read',
  params: z.object({ ticketId: TicketId }),
  query: z.object({ language: Language, cursor: Cursor }),
  reply: TranslationPage.extend({ hasModel: z.boolean() }),
})

/** A model translates a message, once for each language: everybody who reads it in that language gets the stored one. Takes up to 25 s. */
export const translateMessage = endpoint({
  ...Translations,
  method: 'POST',
  path: '/api/tickets/:ticketId/messages/:messageId/translation',
  summary: 'A model translates a message for the reader',
  rate: 'write',
  params: z.object({ ticketId: TicketId, messageId: MessageId }),
  body: z.strictObject({ language: Language }),
  reply: MessageTranslation,
})

const InChat = { tag: 'portal', access: 'guest' } as const

/** The replies of the guest's chat that are in another language, as `listTranslations`; only those that are translated or can be. */
export const listGuestTranslations = endpoint({
  ...InChat,
  method: 'GET',
  path: '/api/portal/:slug/conversations/:conversationId/translations',
  summary: 'Replies in another language, with their translations',
  rate: 'read',
  params: z.object({ slug: PortalSlug, conversationId: ConversationId }),
  query: z.object({ language: Language, cursor: Cursor }),
  reply: TranslationPage,
})

/** A model translates a reply for the customer; the translation is stored as that of `translateMessage`. Takes up to 25 s. */
export const translateGuestMessage = endpoint({
  ...InChat,
  method: 'POST',
  path: '/api/portal/:slug/conversations/:conversationId/messages/:messageId/translation',
  summary: 'A model translates a reply for the customer',
  rate: 'guestWrite',
  params: z.object({ slug: PortalSlug, conversationId: ConversationId, messageId: MessageId }),
  body: z.strictObject({ language: Language }),
  reply: MessageTranslation,
})
