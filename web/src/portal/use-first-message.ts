import { useEffect, useState } from 'react'
import type { Chat } from './chat/chat.ts'

/** Sends a message by a chat that is still to be opened, as soon as it can take one. `send(null)` takes the message back. */
export function useFirstMessage(chat: Chat | null, key: string): (message: string | null) => void {
  const [message, setMessage] = useState<string | null>(null)
  useEffect(() => {
    // Of the page's chats only the one it was written for.
    if (!chat || message === null || !('context' in chat.goal) || chat.goal.context !== key) return
    let isSent = false
    const sendWhenReady = () => {
      if (isSent || chat.state().phase !== 'ready') return
      // First, because sending changes the chat, which is watched here.
      isSent = true
      chat.send(message, [])
      setMessage(null)
    }
    sendWhenReady()
    return chat.watch(sendWhenReady)
  }, [chat, key, message])
  return setMessage
}
