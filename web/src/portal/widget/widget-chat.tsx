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

/** The chat in the widget's frame. The page around opens and closes it, and says who the visitor is. */
export function WidgetChat({ portal }: { portal: PortalView }) {
  const { slug } = portal
  const [isOpen, setOpen] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [prefills, setPrefills] = useState(0)
  const [visit, setVisit] = useState(0)
  const [failure, setFailure] = useState<{ error: unknown; retry: () => void } | null>(null)
  const forgetting = useRef<Promise<void>>(null)
  const before = useRef(Promise.resolve())
  useEffect(() => {
    const show = async ({ isOpen, forget, token, text }: ToFrame) => {
      if (forget) forgetting.current ??= forgetGuest(slug)
      await forgetting.current
      if (token !== undefined) {
        // Most host pages name nobody: only where one does is it loaded.
        const { changeIdentity } = await import('./identity.ts')
        const { result, isNewVisit } = await changeIdentity(slug, token)
        if (isNewVisit) setVisit((count) => count + 1)
        if (result) sendToHost({ segue: 'identity', detail: result })
      }
      if (text !== undefined) {
        storeDraft(slug, text)
        setPrefills((count) => count + 1)
      }
      setOpen(isOpen)
      setRunning(runningOnThisDevice(slug).length > 0)
    }
    const fail = (error: unknown, message: ToFrame) => {
      forgetting.current = null
      const retry = () => {
        setFailure(null)
        follow(message)
      }
      setFailure({ error, retry })
    }
    const follow = (message: ToFrame) => {
      // Only shown: the choice of the portal's own page stays.
      document.documentElement.dataset.theme = message.theme
      // One after the other: no chat is shown before it is settled whose it is.
      before.current = before.current.then(() => show(message)).catch((error) => fail(error, message))
    }
    return followHost(follow)
  }, [slug])
  if (failure) return <Failure portal={portal} error={failure.error} onRetry={failure.retry} />
  return <Visit key={visit} portal={portal} isOpen={isOpen} isRunning={isRunning} prefills={prefills} />
}

type VisitProps = { portal: PortalView; isOpen: boolean; isRunning: boolean; prefills: number }

/**
 * The chat of one visitor. Who never wrote begins a conversation by opening it; while it is closed, the one that runs stays connected, so
 * that answers are counted.
 */
function Visit({ portal, isOpen, isRunning, prefills }: VisitProps) {
  const { chat, failure, startNew } = useChat(portal.slug, isOpen || isRunning ? linkContext() : null)
  if (failure) return <Failure portal={portal} error={failure.error} onRetry={failure.retry} />
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
          onClose={() => sendToHost({ segue: 'close' })}
          onStartNew={() => startNew(linkContext())}
        />
      ) : (
        <EmptyChat portal={portal} />
      )}
    </>
  )
}

function Failure({ portal, error, onRetry }: { portal: PortalView; error: unknown; onRetry: () => void }) {
  return (
    <EmptyChat portal={portal}>
      <ErrorState title={m.chat_failed_title()} error={error} onRetry={onRetry} />
    </EmptyChat>
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
      if (seq > before && author !== 'system') sendToHost({ segue: 'message', detail: { id, author, at: createdAt } })
  }, [phase, last, thread.messages])
  return null
}
