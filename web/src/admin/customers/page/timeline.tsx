import { ActionIcon, Button } from '@mantine/core'
import { IconMessage, IconNote, IconStar, IconTicket, IconTrash } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CustomerNoteView, deleteCustomerNote } from '#contracts/customer/customer.ts'
import type { TimelineItem } from '#contracts/customer/customer-record.ts'
import type { VisitView } from '#contracts/customer/visit.ts'
import type { CustomerId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { timelineQuery } from '#web/admin/customers/queries.ts'
import { ErrorState } from '#web/kit/states.tsx'
import { call } from '#web/lib/call.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { notify } from '#web/ui/notify.ts'
import { LoadingRows } from '#web/ui/parts.tsx'
import { StatusBadge } from '#web/ui/ticket-labels.tsx'
import { NoteForm } from './note-form.tsx'
import styles from './page.module.css'

/** Tickets, chats, ratings and notes of a customer, newest first, with the field for a new note above. */
export function Timeline({ customerId }: { customerId: CustomerId }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    timelineQuery(customerId),
  )
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className={styles.timeline} aria-label={m.customer_timeline()}>
      <NoteForm customerId={customerId} />
      {error && <ErrorState error={error} onRetry={() => void refetch()} title={null} />}
      {!data && !error && <LoadingRows label={m.common_loading()} rows={4} />}
      {data && items.length === 0 && <p className={styles.none}>{m.customer_timeline_none()}</p>}
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={`${item.kind} ${item.id}`} item={item} customerId={customerId} />
        ))}
      </ul>
      {hasNextPage && (
        <Button onClick={() => void fetchNextPage()} disabled={isFetchingNextPage}>
          {m.customer_timeline_more()}
        </Button>
      )}
    </section>
  )
}

function Item({ item, customerId }: { item: TimelineItem; customerId: CustomerId }) {
  switch (item.kind) {
    case 'ticket':
      return (
        <Line icon={<IconTicket size={16} stroke={1.5} />} at={item.at} aside={<StatusBadge status={item.status} />}>
          <TicketLink id={item.id}>
            {m.customer_timeline_ticket({ number: item.number, subject: item.subject })}
          </TicketLink>
        </Line>
      )
    case 'chat':
      return (
        <Line icon={<IconMessage size={16} stroke={1.5} />} at={item.at} body={item.preview}>
          {m.customer_timeline_chat({ count: item.messageCount })}
          {item.stars !== null && <ChatRating stars={item.stars} comment={item.comment} />}
          <CameBy visit={item.visit} />
        </Line>
      )
    case 'rating':
      return (
        <Line icon={<IconStar size={16} stroke={1.5} />} at={item.at} body={item.comment}>
          <TicketLink id={item.id}>{m.customer_timeline_rating({ number: item.number, stars: item.stars })}</TicketLink>
        </Line>
      )
    case 'note':
      return <Note note={item.note} customerId={customerId} />
  }
}

/** The source of the link by which the visitor came, or the page. */
function CameBy({ visit }: { visit: VisitView | null }) {
  const place = visit?.source ?? visit?.page
  return place && <span className={styles.faint}> {m.customer_timeline_came_from({ place })}</span>
}

/** How the customer rated a chat without a ticket. */
function ChatRating({ stars, comment }: { stars: number; comment: string | null }) {
  const words = m.customer_timeline_chat_rating({ stars })
  return <span className={styles.faint}> {comment ? `${words} “${comment}”` : words}</span>
}

/** A link to a ticket, which also opens in a new tab. */
function TicketLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <a className={styles.link} href={`/admin?section=tickets&ticket=${id}`}>
      {children}
    </a>
  )
}

type LineProps = {
  icon: ReactNode
  at: string
  body?: string | null
  isNote?: boolean
  aside?: ReactNode
  children: ReactNode
}

function Line({ icon, at, body, isNote, aside, children }: LineProps) {
  return (
    <li className={styles.item} data-note={isNote || undefined}>
      <span className={styles.icon} aria-hidden="true">
        {icon}
      </span>
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.what}>{children}</span>
          <RelativeTime at={at} className={styles.faint} />
        </p>
        {body && <p className={styles.body}>{body}</p>}
      </div>
      {aside}
    </li>
  )
}

function Note({ note, customerId }: { note: CustomerNoteView; customerId: CustomerId }) {
  const client = useQueryClient()
  const remove = async () => {
    try {
      await call(deleteCustomerNote, { params: { customerId, customerNoteId: note.id } })
      notify.success(m.customer_note_deleted())
    } catch (error) {
      notify.failure(error)
    }
    await client.invalidateQueries({ queryKey: timelineQuery(customerId).queryKey })
  }
  return (
    <Line
      icon={<IconNote size={16} stroke={1.5} />}
      at={note.at}
      body={note.body}
      isNote
      aside={
        note.canDelete && (
          <ActionIcon variant="subtle" color="gray" aria-label={m.customer_note_delete()} onClick={() => void remove()}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        )
      }
    >
      {m.customer_timeline_note({ name: note.authorName })}
    </Line>
  )
}
