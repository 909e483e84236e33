import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { type Chat, createChat } from './chat/chat.ts'
import type { ChatState } from './chat/chat-store.ts'
import type { ChatGoal } from './chat/open-conversation.ts'
import { CONTEXTS } from './portal-location.ts'

function goalOf(key: string): ChatGoal {
  const context = CONTEXTS.find((one) => one === key)
  return context ? { context, isNew: false } : { conversationId: key as ConversationId }
}

/**
 * The chat of this page. `key` is a context or a conversation's id, null while none is open; a closed window keeps its
 * chat connected, so that new messages are counted. `startNew` replaces it by a new chat.
 */
export function useChat(
  slug: string,
  key: string | null,
): { chat: Chat | null; startNew: (context: ChatContext) => void } {
  const [shown, setShown] = useState<string | null>(key)
  if (key !== null && key !== shown) setShown(key)
  const [chat, setChat] = useState<Chat | null>(null)
  const current = useRef<Chat | null>(null)
  const put = (next: Chat | null) => {
    current.current?.close()
    current.current = next
    setChat(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `put` changes only this effect's chat
  useEffect(() => {
    if (shown !== null) put(createChat(slug, goalOf(shown)))
    return () => current.current?.close()
  }, [slug, shown])
  return { chat, startNew: (context) => put(createChat(slug, { context, isNew: true })) }
}

/** The state of a chat; the screen follows it. */
export function useChatState(chat: Chat): ChatState {
  return useSyncExternalStore(chat.watch, chat.state)
}
