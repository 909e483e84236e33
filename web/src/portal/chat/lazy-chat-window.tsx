import { lazy } from 'react'

const load = () => import('./chat-window.tsx').then((part) => ({ default: part.ChatWindow }))

/** The chat window, loaded after the page; the conversation is opened meanwhile. */
export const ChatWindow = lazy(load)

/** Loads the chat window before it is opened. */
export function preloadChatWindow(): void {
  void load()
}
