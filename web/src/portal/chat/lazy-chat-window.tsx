import { lazy } from 'react'

const load = () => import('./chat-window.tsx').then((part) => ({ default: part.ChatWindow }))

/** The chat window, fetched apart from the page: the page stands without it, and the conversation opens meanwhile. */
export const ChatWindow = lazy(load)

/** Fetches the window before somebody asks for it. */
export function preloadChatWindow(): void {
  void load()
}
