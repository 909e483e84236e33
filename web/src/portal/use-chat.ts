import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { showToast } from '#web/kit/toast.tsx'
import { CallError } from '#web/lib/call.ts'
import { failureText } from '#web/lib/failure-text.ts'
import type { Chat } from './chat/chat.ts'
import type { ChatState } from './chat/chat-store.ts'
import { loadChat, preloadChat } from './chat/lazy-chat-window.tsx'
import type { ChatGoal } from './chat/open-conversation.ts'
import { CONTEXTS } from './portal-location.ts'

function goalOf(key: string): ChatGoal {
  const context = CONTEXTS.find((one) => one === key)
  return context ? { context, isNew: false } : { conversationId: key as ConversationId }
}

/** The chat's code could not be loaded. */
function showFailure(): void {
  showToast(failureText(new CallError('offline', '')), 'error')
}

/**
 * The chat of this page. Its code is loaded with the first one. `key` is a context or a conversation's id, null while none is open; a closed window keeps its
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
    let isReplaced = false
    if (shown !== null) {
      preloadChat()
      loadChat()
        .then(({ createChat }) => !isReplaced && put(createChat(slug, goalOf(shown))))
        .catch(showFailure)
    }
    return () => {
      isReplaced = true
      current.current?.close()
    }
  }, [slug, shown])
  const startNew = (context: ChatContext) => {
    loadChat()
      .then(({ createChat }) => put(createChat(slug, { context, isNew: true })))
      .catch(showFailure)
  }
  return { chat, startNew }
}

/** The state of a chat; the screen follows it. */
export function useChatState(chat: Chat): ChatState {
  return useSyncExternalStore(chat.watch, chat.state)
}
