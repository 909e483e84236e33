import { lazy } from 'react'
import { preloadMarkdown } from '#web/kit/markdown/rich-text.tsx'

const load = () => import('./chat-window.tsx').then((part) => ({ default: part.ChatWindow }))

/** The chat window, loaded when a chat is asked for; the conversation is opened meanwhile. */
export const ChatWindow = lazy(load)

/** Loads what opens and connects a chat. */
export const loadChat = () => import('./chat.ts')

/** Loads all parts of a chat; a failure is shown where the part is used. */
export function preloadChat(): void {
  void loadChat().catch(() => undefined)
  void load().catch(() => undefined)
  preloadMarkdown()
}

/** For a button that opens a chat: loads it when the pointer or the focus comes to the button, before the click. */
export const opensChat = { onPointerEnter: preloadChat, onTouchStart: preloadChat, onFocus: preloadChat }
