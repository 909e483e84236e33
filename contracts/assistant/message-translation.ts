import { z } from 'zod'
import { endpoint } from '#contracts/endpoint.ts'
import { MessageId, TicketId } from '#contracts/ids.ts'
import { LANGUAGES } from '#contracts/languages.ts'

const Language = z.enum(LANGUAGES)

/** A message of a ticket in another language than the reader's. `body` is null until it is translated. */
export const MessageTranslation = z.object({ messageId: MessageId, from: Language, body: z.string().nullable() })
export type MessageTranslation = z.output<typeof MessageTranslation>

const Translations = { tag: 'tickets', access: 'member' } as const

/** Which of the newest messages are in another language, with the translations that are stored. Nothing is translated by it. */
export const listTranslations = endpoint({
  ...Translations,
  method: 'GET',
  path: '/api/tickets/:ticketId/translations',
  summary: 'Messages in another language, with their translations',
  rate: 'read',
  params: z.object({ ticketId: TicketId }),
  query: z.object({ language: Language }),
  reply: z.object({ items: z.array(MessageTranslation), hasModel: z.boolean() }),
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
