import { startTransition, useEffect, useState, useSyncExternalStore } from 'react'
import type { ChatContext } from '#contracts/conversation/conversation.ts'
import type { ConversationId } from '#contracts/ids.ts'
import { PartNotLoaded } from '#web/lib/failure-text.ts'
import { loadAgain } from '#web/lib/load-again.ts'
import type { Chat } from './chat/chat.ts'
import type { ChatState } from './chat/chat-store.ts'
import { loadChat, preloadChat } from './chat/lazy-chat-window.tsx'
import type { ChatGoal } from './chat/open-conversation.ts'
import { CONTEXTS } from './portal-location.ts'

function goalOf(key: string): ChatGoal {
  const context = CONTEXTS.find((one) => one === key)
  return context ? { context, isNew: false } : { conversationId: key as ConversationId }
}

/** The chat of this page, and why there is none. */
type OpenChat = {
  chat: Chat | null
  /** Set when the chat's code could not be loaded. */
  failure: { error: PartNotLoaded; retry: () => void } | null
  /** Replaces the chat by a new one. */
  startNew: (context: ChatContext) => void
}

/**
 * The chat of this page. Its code is loaded with the first one. `key` is a context or a conversation's id, null while none is open; a closed window keeps its
 * chat connected, so that new messages are counted.
 */
export function useChat(slug: string, key: string | null): OpenChat {
  const [shown, setShown] = useState(key)
  const [goal, setGoal] = useState(() => (key === null ? null : goalOf(key)))
  const [chat, setChat] = useState<Chat | null>(null)
  const [error, setError] = useState<PartNotLoaded | null>(null)
  if (key !== null && key !== shown) {
    setShown(key)
    setGoal(goalOf(key))
  }
  // Closed without having been loaded: the same button asks again.
  if (key === null && error) {
    setShown(null)
    setGoal(null)
    setError(null)
  }
  useEffect(() => {
    if (!goal || error) return
    let isReplaced = false
    let opened: Chat | null = null
    preloadChat()
    loadAgain(loadChat).then(
      ({ createChat }) => {
        if (isReplaced) return
        const created = createChat(slug, goal)
        opened = created
        // In slices: the window is large, and a slow phone scrolls and types meanwhile.
        startTransition(() => setChat(created))
      },
      () => {
        if (isReplaced) return
        setChat(null)
        setError(new PartNotLoaded())
      },
    )
    return () => {
      isReplaced = true
      opened?.close()
    }
  }, [slug, goal, error])
  return {
    chat,
    failure: error && { error, retry: () => setError(null) },
    startNew: (context) => setGoal({ context, isNew: true }),
  }
}

/** The state of a chat; the screen follows it. */
export function useChatState(chat: Chat): ChatState {
  return useSyncExternalStore(chat.watch, chat.state)
}
