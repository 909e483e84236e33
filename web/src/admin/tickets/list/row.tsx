import { IconSparkles } from '@tabler/icons-react'
import { memo } from 'react'
import type { TicketRowView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { useAvatar } from '#web/admin/avatars.ts'
import { EmailClaim } from '#web/admin/tickets/email-status.tsx'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { isFollowedHere } from '#web/lib/followed-here.ts'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { SlaLabel } from '#web/ui/lazy-sla-label.tsx'
import { DemoBadge, OverLimitBadge, UserAvatar } from '#web/ui/parts.tsx'
import { PriorityBadge, StatusBadge } from '#web/ui/ticket-labels.tsx'
import styles from './row.module.css'

const RowTags = lazyPart(async () => (await import('#web/admin/tickets/tags/row-tags.tsx')).RowTags)

/** Height of a row in pixels, for virtual scrolling. */
export const ROW_HEIGHT = 83

type RowProps = {
  row: TicketRowView
  href: string
  isOpen: boolean
  /** Only one row is a tab stop; j, k and the arrow keys move between rows. */
  isStop: boolean
  onOpen: (id: string) => void
  onFocus: (id: string) => void
}

/** A ticket in the list. Drawn anew only when it changes itself: a step of the keyboard concerns two rows of many. */
export const TicketRow = memo(function TicketRow({ row, href, isOpen, isStop, onOpen, onFocus }: RowProps) {
  const isUnread = row.isUnread && !isOpen
  const avatar = useAvatar(row.assignee?.id)
  return (
    <a
      href={href}
      className={styles.row}
      data-row={row.id}
      data-unread={isUnread || undefined}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      onFocus={() => onFocus(row.id)}
      onClick={(event) => {
        if (!isFollowedHere(event)) return
        event.preventDefault()
        onOpen(row.id)
      }}
    >
      <span className={styles.mark}>
        <PriorityBadge priority={row.priority} isIcon />
      </span>
      <span className={styles.subject}>
        {isUnread && <span className="visually-hidden">{m.ticket_unread()} </span>}
        {row.subject}
      </span>
      <RelativeTime at={row.lastMessageAt} isShort className={styles.age} />
      <span className={styles.dot}>
        <StatusBadge status={row.status} isDot />
      </span>
      <span className={styles.customer}>
        <span className={styles.name}>{row.customerName}</span>
        <EmailClaim email={row.customerEmail} status={row.emailStatus} />
        {row.isEscalatedByAi && <AiBadge />}
        {row.isDemo && <DemoBadge />}
        {row.isOverLimit && <OverLimitBadge />}
        {row.sla && <SlaLabel sla={row.sla} isShort />}
      </span>
      <span className={styles.preview}>
        {row.tags.length > 0 && <RowTags tags={row.tags} />}
        {row.preview}
      </span>
      <span className={styles.assignee}>
        {row.assignee && <UserAvatar name={row.assignee.name} size={20} src={avatar} />}
      </span>
    </a>
  )
})

/** Badge of a ticket that the assistant escalated. */
export function AiBadge() {
  return (
    <span className={styles.ai} title={m.ticket_escalated()}>
      <IconSparkles size={13} stroke={1.75} aria-hidden="true" />
      <span aria-hidden="true">{m.ticket_ai()}</span>
      <span className="visually-hidden">{m.ticket_escalated()}</span>
    </span>
  )
}
