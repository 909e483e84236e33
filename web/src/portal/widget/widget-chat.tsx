import { useEffect, useRef, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { ToFrame } from '#contracts/tenant/widget.ts'
import * as m from '#i18n/messages.js'
import { ErrorState } from '#web/kit/states.tsx'
import type { Chat } from '#web/portal/chat/chat.ts'
import { countUnread } from '#web/portal/chat/count-unread.ts'
import { storeDraft } from '#web/portal/chat/draft.ts'
import { ChatWindow, EmptyChat } from '#web/portal/chat/lazy-chat-window.tsx'
import { runningOnThisDevice } from '#web/portal/chat/open-conversation.ts'
import { linkContext } from '#web/portal/portal-location.ts'
import { useChat, useChatState } from '#web/portal/use-chat.ts'
import { forgetGuest } from './forget-guest.ts'
import { followHost, sendToHost } from './host-page.ts'

/**
 * The chat in the widget's frame. The page around opens and closes it. A visitor who never wrote begins a conversation by opening it; while
 * it is closed, the one that runs stays connected, so that answers are counted.
 */
export function WidgetChat({ portal }: { portal: PortalView }) {
  const { slug } = portal
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [prefills, setPrefills] = useState(0)
  const [error, setError] = useState<unknown>(null)
  const { chat, failure, startNew } = useChat(slug, isOpen || isRunning ? linkContext() : null)
  const forgetting = useRef<Promise<void>>(null)
  useEffect(() => {
    const show = async ({ isOpen, theme, forget }: Extract<ToFrame, { segue: 'state' }>) => {
      // Only shown: the choice of the portal's own page stays.
      document.documentElement.dataset.theme = theme
      if (forget) forgetting.current ??= forgetGuest(slug)
      await forgetting.current
      setOpen(isOpen)
      setRunning(runningOnThisDevice(slug).length > 0)
    }
    return followHost((message) => {
      if (message.segue === 'state') return void show(message).catch(setError)
      storeDraft(slug, message.text)
      setPrefills((count) => count + 1)
    })
  }, [slug])
  const close = () => sendToHost({ segue: 'close' })
  if (failure || error)
    return (
      <EmptyChat portal={portal}>
        <ErrorState
          title={m.chat_failed_title()}
          error={error ?? failure?.error}
          onRetry={() => (error ? location.reload() : failure?.retry())}
        />
      </EmptyChat>
    )
  return (
    <>
      {chat && <Reports chat={chat} isOpen={isOpen} />}
      {chat && isOpen ? (
        // The composer reads its text when it is made: after a prefill it is made again.
        <ChatWindow
          key={`${chat.key} ${prefills}`}
          portal={portal}
          chat={chat}
          isAlone
          onClose={close}
          onStartNew={() => startNew(linkContext())}
        />
      ) : (
        <EmptyChat portal={portal} />
      )}
    </>
  )
}

/** Reports unread and new messages to the page around. */
function Reports({ chat, isOpen }: { chat: Chat; isOpen: boolean }) {
  const { thread, phase } = useChatState(chat)
  const unread = isOpen ? 0 : countUnread(thread)
  useEffect(() => sendToHost({ segue: 'unread', count: unread }), [unread])
  const known = useRef<number | null>(null)
  const last = thread.messages.at(-1)?.seq ?? 0
  useEffect(() => {
    if (phase !== 'ready') return
    const before = known.current ?? last
    known.current = Math.max(before, last)
    for (const { id, author, seq, createdAt } of thread.messages)
      if (seq > before && author !== 'system') sendToHost({ segue: 'message', message: { id, author, at: createdAt } })
  }, [phase, last, thread.messages])
  return null
}
