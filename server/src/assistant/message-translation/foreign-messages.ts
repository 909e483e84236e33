import type { z } from 'zod'
import type { MessageTranslation } from '#contracts/assistant/message-translation.ts'
import type { ThreadView } from '#contracts/conversation/conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import { LANGUAGE_NAMES, type Language } from '#contracts/languages.ts'
import { editText } from '#server/assistant/composer-tools/edit-text.ts'
import { detectLanguage } from '#server/language/service.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Tenant } from '#server/platform/platform.ts'
import { findTranslations, insertTranslation } from './queries.ts'

type Written = Pick<MessageView, 'author' | 'body' | 'state'>

/** What people and the assistant wrote. */
export const isTranslatable = ({ author, body, state }: Written): boolean =>
  author !== 'system' && body !== '' && state !== 'streaming'

/** Which of a page's messages are in another language than the reader's, with the stored translations. */
export async function findForeign(
  t: Tx,
  page: z.input<typeof ThreadView>,
  languages: { conversation: Language; reader: Language },
  isWanted: (message: MessageView) => boolean = () => true,
) {
  const messages = page.messages as MessageView[]
  const foreign = messages
    .filter((one) => isTranslatable(one) && isWanted(one))
    .flatMap(({ id, body, original }) => {
      // Of a reply that was sent translated either side has its text.
      if (original !== undefined) return []
      const from = detectLanguage(body, { conversation: languages.conversation })
      return from && from !== languages.reader ? [{ messageId: id, from }] : []
    })
  const ids = foreign.map(({ messageId }) => messageId)
  const stored = await findTranslations(t, ids, languages.reader)
  const items: MessageTranslation[] = foreign.map((one) => ({ ...one, body: stored.get(one.messageId) ?? null }))
  return { items, firstSeq: messages[0]?.seq ?? 0, olderCursor: page.olderCursor }
}

type Given = { id: MessageId; body: string; conversationId: ConversationId }

/**
 * A model's translation of a message, stored for everybody who reads it in that language. `about` says whose text it is. Throws not_found
 * where the message was erased meanwhile, else as `editText`.
 */
export async function translateByModel(
  tenant: Tenant,
  about: string,
  given: Given,
  language: Language,
): Promise<string> {
  const { text: body } = await editText(tenant, {
    about,
    task: `Translate it into ${LANGUAGE_NAMES[language]}, in the same tone.`,
    text: given.body,
    conversationId: given.conversationId,
  })
  const translation = { messageId: given.id, original: given.body, language, body }
  if (!(await tenant.tx((t) => insertTranslation(t, translation)))) throw notFound('message')
  return body
}
