import { IconArrowDown } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { Presence } from '#web/admin/tickets/presence.ts'
import { readOlder } from '#web/admin/tickets/queries.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { failureText } from '#web/lib/failure-text.ts'
import { formatDate } from '#web/lib/format.ts'
import { readLocal, storeLocal } from '#web/lib/local-storage.ts'
import { repeatedIn } from '#web/lib/pictures-in-text.ts'
import { useEndScroll } from '#web/lib/scroll.ts'
import { Message } from './message.tsx'
import type { Outgoing, useOutgoing } from './outgoing-messages.ts'
import styles from './thread.module.css'
import { activityBetween, seenMessageOf, threadItemsOf } from './thread-items.ts'

const ActivityEntry = lazyPart(async () => (await import('./activity-entry.tsx')).ActivityEntry)
const SystemMessage = lazyPart(async () => (await import('./system-message.tsx')).SystemMessage)
const TimelineFilter = lazyPart(async () => (await import('./activity-entry.tsx')).TimelineFilter)

/** Whether a member sees all activity or messages alone; kept in this browser. */
const TIMELINE = 'segue_timeline'

const UnsentMessage = lazyPart(async () => (await import('./unsent-message.tsx')).UnsentMessage)

type ThreadProps = {
  detail: TicketDetailView
  sending: ReturnType<typeof useOutgoing>
  /** A message that was taken back before it was sent. */
  onUndo: (one: Outgoing) => void
  presence: Presence
}

/** The conversation. Stays scrolled to its end while the reader is there; older messages are inserted above without moving it. */
export function Thread({ detail, sending, onUndo, presence }: ThreadProps) {
  const { thread, ticket } = detail
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const end = useEndScroll(box, content)
  const older = useOlder(ticket.id, thread.olderCursor, end.keepPosition, box)
  const [isFull, setFull] = useState(() => readLocal(TIMELINE) !== false)
  const items = useMemo(() => {
    const activity = isFull ? activityBetween(detail.activity, thread.messages, thread.olderCursor !== null) : []
    return threadItemsOf(thread.messages, sending.outgoing, activity)
  }, [thread, sending.outgoing, detail.activity, isFull])
  const repeated = useMemo(() => repeatedIn(thread.messages), [thread.messages])
  const seen = seenMessageOf(thread.messages, thread.conversation.seenByCustomerSeq)
  const newest = sending.outgoing.at(-1)?.id
  const { toEnd } = end
  const toEndRef = useRef(toEnd)
  useEffect(() => {
    toEndRef.current = toEnd
  })
  useEffect(UnsentMessage.preload, [])
  // Scrolls to messages the member sends.
  useEffect(() => {
    if (newest) toEndRef.current()
  }, [newest])
  return (
    <div className={styles.frame}>
      <TimelineFilter
        isShown={isFull}
        onChange={(isShown) => {
          setFull(isShown)
          storeLocal(TIMELINE, isShown)
        }}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section ref={box} className={styles.box} aria-label={m.ticket_thread()} tabIndex={0}>
        <div ref={content} className={styles.content} role="log" aria-live="polite">
          {thread.olderCursor && (
            <p className={styles.older} role="status">
              {older.error ? failureText(older.error) : m.ticket_loading_older()}{' '}
              <button type="button" onClick={() => void older.read()}>
                {older.error ? m.common_retry() : m.ticket_show_older()}
              </button>
            </p>
          )}
          {items.map((item) => {
            if (item.kind === 'day') return <DayLine key={item.key} at={item.at} />
            if (item.kind === 'activity') return <ActivityEntry key={item.key} entry={item.entry} />
            if (item.kind === 'event') return <SystemMessage key={item.key} message={item.message} />
            if (item.kind === 'outgoing') {
              const { one } = item
              return (
                <UnsentMessage
                  key={item.key}
                  one={one}
                  onUndo={() => {
                    const undone = sending.undo(one.id)
                    if (undone) onUndo(undone)
                  }}
                  onRetry={() => sending.retry(one.id)}
                  onDiscard={() => sending.discard(one.id)}
                />
              )
            }
            return (
              <Message
                key={item.key}
                ticketId={ticket.id}
                message={item.message}
                isFirst={item.isFirst}
                customerName={ticket.customerName}
                from={detail.merged.find((one) => one.ticket.conversationId === item.message.mergedFrom)?.ticket.number}
                isSeen={item.message.id === seen}
                repeated={repeated}
              />
            )
          })}
          {presence.customerTypesUntil > 0 && (
            <p className={styles.typing} role="status">
              <span className={styles.dots} aria-hidden="true">
                <span />
                <span />
                <span />
              </span>
              {m.ticket_customer_types({ name: ticket.customerName })}
            </p>
          )}
        </div>
      </section>
      {!end.isAtEnd && (
        <button type="button" className={styles.toEnd} onClick={() => end.toEnd(true)}>
          <IconArrowDown size={14} stroke={2} aria-hidden="true" />
          {m.ticket_to_newest()}
        </button>
      )}
    </div>
  )
}

/** Reads the older page when the top comes into view. */
function useOlder(
  ticketId: string,
  cursor: string | null,
  keepPosition: () => void,
  box: RefObject<HTMLElement | null>,
) {
  const client = useQueryClient()
  const isReading = useRef(false)
  const [error, setError] = useState<unknown>(null)
  const read = async () => {
    if (isReading.current) return
    isReading.current = true
    setError(null)
    keepPosition()
    await readOlder(client, ticketId).catch(setError)
    isReading.current = false
  }
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    const element = box.current
    if (!element || !cursor) return
    const loadIfNear = () => element.scrollTop < 200 && void latest.current()
    element.addEventListener('scroll', loadIfNear, { passive: true })
    return () => element.removeEventListener('scroll', loadIfNear)
  }, [cursor, box])
  return { error, read }
}

function DayLine({ at }: { at: string }) {
  const day = new Date(at).toDateString()
  const today = new Date()
  const yesterday = new Date(today.getTime() - 86_400_000)
  const text =
    day === today.toDateString()
      ? m.ticket_today()
      : day === yesterday.toDateString()
        ? m.ticket_yesterday()
        : formatDate(at)
  return (
    <p className={styles.day}>
      <span>{text}</span>
    </p>
  )
}
