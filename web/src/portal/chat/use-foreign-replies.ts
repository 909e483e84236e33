import { useState } from 'react'
import { listGuestTranslations, translateGuestMessage } from '#contracts/assistant/message-translation.ts'
import type { ConversationView } from '#contracts/conversation/conversation.ts'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { ReplyOf } from '#contracts/endpoint.ts'
import type { ConversationId, MessageId } from '#contracts/ids.ts'
import type { Language } from '#contracts/languages.ts'
import { call } from '#web/lib/call.ts'
import { pageLocale } from '#web/lib/format.ts'
import { readTranslations } from '#web/lib/read-translations.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { type Resource, useResource } from '#web/portal/use-resource.ts'

/** A reply in another language than the page; `body` is its translation, null until there is one. */
export type ForeignReply = { from: Language; body: string | null; translate: () => Promise<void> }

type Thread = { conversation: ConversationView | null; messages: MessageView[] }
type Known = ReplyOf<typeof listGuestTranslations> & { conversationId: ConversationId }

/** Which replies of a chat can be read in the page's language. Where the server cannot say, they stay as they are. */
export function useForeignReplies(slug: string, { conversation, messages }: Thread) {
  const language = pageLocale() as Language
  const id = conversation?.id
  const [translated, setTranslated] = useState<ReadonlyMap<MessageId, string>>(new Map())
  const list: Resource<Known | null> = useResource<Known | null>(keyOf(id, messages), async () => {
    if (!id || !messages.some(isReply)) return null
    const params = { slug, conversationId: id }
    const known = list.value?.conversationId === id ? list.value : null
    return readTranslations<Known>(known, messages[0]?.seq ?? null, async (cursor) => ({
      ...(await asGuest(slug, () => call(listGuestTranslations, { params, query: { language, cursor } }))),
      conversationId: id,
    }))
  })
  const translate = async (messageId: MessageId) => {
    if (!id) return
    const given = { params: { slug, conversationId: id, messageId }, body: { language } }
    const { body } = await asGuest(slug, () => call(translateGuestMessage, given))
    if (body !== null) setTranslated((known) => new Map(known).set(messageId, body))
  }
  return (message: MessageView): ForeignReply | undefined => {
    const item = list.value?.items.find(({ messageId }) => messageId === message.id)
    return item && { ...item, body: translated.get(message.id) ?? item.body, translate: () => translate(message.id) }
  }
}

const isReply = ({ author, kind, state }: MessageView): boolean =>
  state !== 'streaming' && kind !== 'greeting' && (author === 'member' || author === 'assistant')

/**
 * What the list is read for: a person's new reply, older messages, and the first answer. Further answers of the assistant do not read it
 * again: they are in the language that the customer writes.
 */
function keyOf(id: ConversationId | undefined, messages: MessageView[]): string {
  const newest = messages.findLast((one) => one.author === 'member')
  return [id, messages[0]?.id, newest?.id, messages.some(isReply)].join(' ')
}
