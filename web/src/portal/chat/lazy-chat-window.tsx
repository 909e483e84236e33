import { type ReactNode, useEffect, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import * as m from '#i18n/messages.js'
import { Dialog } from '#web/kit/dialog.tsx'
import { lazyDialog } from '#web/kit/lazy-part.tsx'
import { RichText } from '#web/kit/markdown/rich-text.tsx'
import { loadAgain } from '#web/lib/load-again.ts'
import { BrandLine } from '#web/portal/brand.tsx'

/** The chat window, loaded when a chat is asked for; the conversation is opened meanwhile. */
export const ChatWindow = lazyDialog(async () => (await import('./chat-window.tsx')).ChatWindow, {
  again: loadAgain,
  waiting: ({ portal, isAlone, onClose }) =>
    isAlone || !onClose ? <EmptyChat portal={portal} /> : <Opening onClose={onClose} />,
})

/** Before the chat is announced as slow, so that a fast one does not flash. */
const SLOW_AFTER_MS = 800

/** Says that a chat whose code takes long, or has to be loaded again, is on its way. */
export function Opening({ onClose }: { onClose: () => void }) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Dialog isOpen={isSlow} title={m.chat_opening()} onClose={onClose}>
      {m.chat_opening_text()}
    </Dialog>
  )
}

/** The same as the server's first frame of a chat that is alone in a frame; `children` replace its messages. */
export function EmptyChat({ portal, children }: { portal: PortalView; children?: ReactNode }) {
  return (
    <div className="pf-chat">
      <header className="pf-bar">
        <BrandLine portal={portal} />
      </header>
      {children}
    </div>
  )
}

/** Loads what opens and connects a chat. */
export const loadChat = () => import('./chat.ts')

/** Loads all parts of a chat; a failure is shown where the part is used. */
export function preloadChat(): void {
  void loadChat().catch(() => undefined)
  // The window first: a message is readable without its markup.
  void ChatWindow.prepare().then(RichText.preload)
}

/** For a button that opens a chat: loads it when the pointer or the focus comes to the button, before the click. */
export const opensChat = { onPointerEnter: preloadChat, onTouchStart: preloadChat, onFocus: preloadChat }
