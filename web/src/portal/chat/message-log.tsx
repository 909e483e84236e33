import { IconArrowDown } from '@tabler/icons-react'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { MessageView } from '#contracts/conversation/message.ts'
import type { PortalView } from '#contracts/tenant/portal.ts'
import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { Button } from '#web/kit/button.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { Skeleton } from '#web/kit/surface.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { formatDate } from '#web/lib/format.ts'
import { repeatedIn } from '#web/lib/pictures-in-text.ts'
import { useEndScroll } from '#web/lib/scroll.ts'
import { TicketRating } from '#web/portal/request/ticket-rating.tsx'
import { Bubble } from './bubble.tsx'
import type { Chat } from './chat.ts'
import { ChatRating } from './chat-rating.tsx'
import type { ChatState } from './chat-store.ts'
import styles from './message-log.module.css'
import type { ShowNotice } from './notice.tsx'
import { OutgoingBubble } from './outgoing-bubble.tsx'
import { personText } from './person-text.ts'
import { SystemMessage } from './system-message.tsx'
import { lastSeqOfOthers } from './thread.ts'
import { TicketOffer } from './ticket-offer.tsx'
import { Typing } from './typing.tsx'
import { useForeignReplies } from './use-foreign-replies.ts'

const StarterChips = lazyPart(async () => (await import('./starter-chips.tsx')).StarterChips, { failed: () => null })

type Props = {
  portal: PortalView
  chat: Chat
  state: ChatState
  ticket: { value: GuestTicketView | null; set: (ticket: GuestTicketView) => void; reload: () => void }
  onTicket: () => void
  showNotice: ShowNotice
}

/** All messages, the newest at the end; a log region, so that screen readers announce new ones. */
export function MessageLog({ portal, chat, state, ticket, onTicket, showNotice }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const scroll = useEndScroll(box, content)
  const { thread, phase } = state
  const others = lastSeqOfOthers(thread)
  const unseen = thread.messages.filter(
    ({ author, seq }) => author !== 'customer' && seq > (thread.conversation?.seenByCustomerSeq ?? 0),
  ).length
  const expectation = personText(portal)
  const isWaiting = thread.conversation?.state === 'waiting' && expectation !== null
  useSeen(chat, scroll.isAtEnd ? others : 0)
  useScrollToSentMessage(thread.outgoing.length, scroll.toEnd)
  return (
    <div className={styles.frame}>
      <div
        ref={box}
        className={styles.box}
        role="log"
        aria-label={m.chat_log()}
        aria-live="polite"
        aria-relevant="additions"
      >
        <div ref={content} className={styles.content}>
          {phase === 'opening' && <Waiting />}
          {thread.olderCursor && <Older chat={chat} onBefore={scroll.keepPosition} showNotice={showNotice} />}
          <LogMessage portal={portal} chat={chat} state={state} showNotice={showNotice} />
          {thread.outgoing.map((one) => (
            <OutgoingBubble key={one.id} slug={portal.slug} one={one} chat={chat} />
          ))}
          {isUnasked(state) && <StarterChips slug={portal.slug} onAsk={(question) => chat.send(question, [])} />}
          <Typing state={state} />
          {isWaiting && <p className={styles.person}>{expectation}</p>}
          <TicketOffer portal={portal} chat={chat} state={state} onTicket={onTicket} showNotice={showNotice} />
          <ChatRating portal={portal} chat={chat} state={state} />
          {ticket.value && (
            <TicketRating portal={portal} ticket={ticket.value} onRated={ticket.set} onStale={ticket.reload} />
          )}
        </div>
      </div>
      {!scroll.isAtEnd && (
        <button type="button" className={styles.newest} onClick={() => scroll.toEnd(true)}>
          <IconArrowDown size={18} stroke={1.75} aria-hidden="true" />
          {unseen > 0 ? (
            m.chat_new_messages({ count: unseen })
          ) : (
            <span className="visually-hidden">{m.chat_to_newest()}</span>
          )}
        </button>
      )}
    </div>
  )
}

function LogMessage({
  portal,
  chat,
  state,
  showNotice,
}: {
  portal: PortalView
  chat: Chat
  state: ChatState
  showNotice: ShowNotice
}) {
  const { messages, conversation, outgoing } = state.thread
  const repeated = repeatedIn(messages)
  const foreignOf = useForeignReplies(portal.slug, state.thread)
  const lastOwn = messages.findLast((message) => message.author === 'customer')
  const run = (action: Promise<void>) =>
    void action.catch((error: unknown) => showNotice(m.chat_action_failed({ cause: failureText(error) }), 'error'))
  const rate = (message: MessageView, helpful: boolean | null) => run(chat.rate(message, helpful))
  const isLast = (index: number) => index === messages.length - 1 && outgoing.length === 0
  // Else a member owns the conversation, or an answer is coming.
  const canAsk = !state.isPending && outgoing.length === 0 && conversation?.state === 'ai'
  const canAskAgain = canAsk && Boolean(lastOwn?.body)
  return messages.map((message, index) => {
    const before = messages[index - 1]
    return (
      <Fragment key={message.id}>
        {isOtherDay(message, before) && <p className={styles.day}>{dayOf(message.createdAt)}</p>}
        {message.author === 'system' ? (
          <SystemMessage message={message} />
        ) : (
          <Bubble
            portal={portal}
            message={message}
            isFirst={!isContinued(before, message)}
            repeated={repeated}
            foreign={foreignOf(message)}
            onRate={rate}
            mark={message === lastOwn && outgoing.length === 0 ? receiptLabel(message, state) : null}
            {...(canAsk && { onSuggestion: (text: string) => chat.send(text, []) })}
            {...(isLast(index) && canAsk && { onPerson: () => run(chat.requestPerson()) })}
            {...(isLast(index) && canAskAgain && { onAskAgain: () => chat.send(lastOwn?.body ?? '', []) })}
          />
        )}
      </Fragment>
    )
  })
}

/** Whether the assistant waits for a first question. */
const isUnasked = ({ phase, thread: { messages, outgoing, conversation } }: ChatState): boolean =>
  phase === 'ready' &&
  conversation?.state === 'ai' &&
  outgoing.length === 0 &&
  messages.every(({ author }) => author === 'assistant')

/** "Seen" is shown only where a member has read the message, not for the assistant. */
function receiptLabel(message: MessageView, { thread }: ChatState): string | null {
  const { conversation } = thread
  if (!conversation || conversation.state === 'ai') return null
  return conversation.seenByTeamSeq >= message.seq ? m.chat_seen() : m.chat_sent()
}

const GROUP_MS = 5 * 60_000

function isContinued(before: MessageView | undefined, message: MessageView): boolean {
  return (
    before !== undefined &&
    before.author === message.author &&
    before.authorName === message.authorName &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < GROUP_MS
  )
}

function isOtherDay(message: MessageView, before: MessageView | undefined): boolean {
  const day = new Date(message.createdAt).toDateString()
  return before ? new Date(before.createdAt).toDateString() !== day : day !== new Date().toDateString()
}

function dayOf(at: string): string {
  const days = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / 86_400_000)
  if (days === 0) return m.chat_today()
  return days === 1 ? m.chat_yesterday() : formatDate(at)
}

function Waiting() {
  return (
    <div className={styles.waiting} aria-busy="true">
      <Skeleton width="62%" height="44px" radius="14px" />
      <Skeleton width="44%" height="44px" radius="14px" />
    </div>
  )
}

function Older({ chat, onBefore, showNotice }: { chat: Chat; onBefore: () => void; showNotice: ShowNotice }) {
  const [isBusy, setBusy] = useState(false)
  const load = async () => {
    setBusy(true)
    onBefore()
    await chat.loadOlder().catch((error: unknown) => showNotice(failureText(error), 'error'))
    setBusy(false)
  }
  return (
    <Button variant="quiet" size="sm" className={styles.older} isBusy={isBusy} onClick={() => void load()}>
      {m.chat_older()}
    </Button>
  )
}

/** Reports visible messages as read while the page is visible. */
function useSeen(chat: Chat, seq: number) {
  useEffect(() => {
    if (seq === 0) return
    const reportIfVisible = () => document.visibilityState === 'visible' && chat.markSeen(seq)
    reportIfVisible()
    document.addEventListener('visibilitychange', reportIfVisible)
    return () => document.removeEventListener('visibilitychange', reportIfVisible)
  }, [chat, seq])
}

/** Scrolls to a message the customer sends. */
function useScrollToSentMessage(count: number, toEnd: () => void) {
  const known = useRef(count)
  useEffect(() => {
    if (count > known.current) toEnd()
    known.current = count
  })
}
