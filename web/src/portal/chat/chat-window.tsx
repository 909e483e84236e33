import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { EmptyState, ErrorState } from '#web/kit/states.tsx'
import { classes } from '#web/lib/classes.ts'
import { useVisibleHeight } from '#web/lib/scroll.ts'
import { CookieNotice } from '#web/portal/cookie-notice.tsx'
import { useChatState } from '#web/portal/use-chat.ts'
import type { Chat } from './chat.ts'
import { ChatConnectionBanner } from './chat-connection-banner.tsx'
import { ChatHeader } from './chat-header.tsx'
import styles from './chat-window.module.css'
import { Composer } from './composer.tsx'
import { ContactForm, EVERYTHING, previewedPreChat } from './contact-form.tsx'
import { MessageLog } from './message-log.tsx'
import { NoticeLine, type ShowNotice, useNotice } from './notice.tsx'
import { isContactRequired } from './open-conversation.ts'
import { TicketStep } from './ticket-step.tsx'
import { useGuestTicket } from './use-guest-ticket.ts'

type Props = {
  portal: PortalView
  chat: Chat
  /** Whether it fills a frame, with no page around it here. */
  isAlone?: boolean
  /** Omitted where nothing closes it. */
  onClose?: () => void
  onStartNew: () => void
}

/** The chat window: 500 by 600 px over the portal, the whole screen on phones and in another site's frame. */
export function ChatWindow({ portal, chat, isAlone = false, onClose, onStartNew }: Props) {
  const state = useChatState(chat)
  const box = useRef<HTMLDialogElement>(null)
  const [step, setStep] = useState<'chat' | 'ticket'>('chat')
  const ticket = useGuestTicket(portal.slug, state.thread)
  const [notice, showNotice] = useNotice()
  useVisibleHeight(box)
  useDialog(box, isAlone)
  const leave = (event: KeyboardEvent<HTMLDialogElement>) => {
    const isOwn = event.target instanceof Element && event.target.closest('dialog') === box.current
    if (event.key === 'Escape' && isOwn && !event.defaultPrevented) onClose?.()
  }
  return (
    <dialog
      ref={box}
      className={classes(styles.window, isAlone ? styles.alone : styles.floating)}
      aria-label={m.chat_window({ business: portal.name })}
      onKeyDown={leave}
    >
      <ChatHeader
        portal={portal}
        chat={chat}
        state={state}
        ticket={ticket.value}
        onClose={onClose}
        onStartNew={onStartNew}
        showNotice={showNotice}
      />
      <NoticeLine notice={notice} />
      <CookieNotice />
      {step === 'ticket' ? (
        <TicketStep
          portal={portal}
          thread={state.thread}
          onBack={() => setStep('chat')}
          onDone={() => {
            setStep('chat')
            showNotice(m.portal_ticket_sent(), 'success')
            chat.refresh()
          }}
        />
      ) : (
        <Body portal={portal} chat={chat} ticket={ticket} onTicket={() => setStep('ticket')} showNotice={showNotice} />
      )}
    </dialog>
  )
}

type BodyProps = {
  portal: PortalView
  chat: Chat
  ticket: { value: GuestTicketView | null; set: (ticket: GuestTicketView) => void; reload: () => void }
  onTicket: () => void
  showNotice: ShowNotice
}

function Body({ portal, chat, ticket, onTicket, showNotice }: BodyProps) {
  const state = useChatState(chat)
  const [isPreviewed, setPreviewed] = useState(false)
  const previewed = isPreviewed ? null : previewedPreChat()
  if (previewed) {
    return (
      <div className={styles.center}>
        <ContactForm slug={portal.slug} asked={previewed} error={null} onGiven={() => setPreviewed(true)} />
      </div>
    )
  }
  if (state.phase === 'failed') {
    return (
      <div className={styles.center}>
        {isContactRequired(state.error) ? (
          <ContactForm
            slug={portal.slug}
            asked={portal.preChat ?? EVERYTHING}
            error={state.error}
            onGiven={chat.refresh}
          />
        ) : (
          <ErrorState title={m.chat_failed_title()} error={state.error} onRetry={chat.refresh} />
        )}
      </div>
    )
  }
  if (state.phase === 'ended') {
    return (
      <div className={styles.center}>
        <EmptyState
          title={m.chat_ended_title()}
          action={<Button onClick={() => location.reload()}>{m.chat_reload()}</Button>}
        >
          {m.chat_ended_text()}
        </EmptyState>
      </div>
    )
  }
  return (
    <>
      <ChatConnectionBanner live={state.live} isReady={state.phase === 'ready'} />
      <MessageLog
        portal={portal}
        chat={chat}
        state={state}
        ticket={ticket}
        onTicket={onTicket}
        showNotice={showNotice}
      />
      <Composer slug={portal.slug} chat={chat} state={state} />
    </>
  )
}

/** Where the window takes the whole screen; the same condition is in chat-window.module.css. */
const isNarrow = () => matchMedia('(width <= 560px), (height <= 480px)').matches

/** Opens the dialog: full screen on a phone, beside the page elsewhere. */
function useDialog(box: RefObject<HTMLDialogElement | null>, isAlone: boolean) {
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    // Not a modal dialog, since that would cover the toasts too. The page behind is inert instead.
    const behind = [...(dialog.parentElement?.children ?? [])].filter((element) => element !== dialog)
    const isCovering = !isAlone && isNarrow()
    for (const element of behind) element.toggleAttribute('inert', isCovering)
    // Alone in a frame it takes no focus, which `show` would give it.
    if (isAlone) dialog.open = true
    else dialog.show()
    return () => {
      for (const element of behind) element.removeAttribute('inert')
      dialog.close()
    }
  }, [box, isAlone])
  useEffect(() => {
    // Focuses the composer with a mouse and keyboard only: on a phone the on-screen keyboard would hide the messages.
    // Nor in a frame that nobody is in: the page around it keeps the focus.
    if (document.hasFocus() && matchMedia('(pointer: fine)').matches)
      box.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [box])
}
