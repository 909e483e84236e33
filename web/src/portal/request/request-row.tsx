import { IconChevronRight } from '@tabler/icons-react'
import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import * as m from '#i18n/messages.js'
import { StarsShown } from '#web/kit/stars.tsx'
import { Badge } from '#web/kit/surface.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { priorityLabel, statusShown, ticketReference } from '#web/portal/labels.ts'
import styles from './submit-ticket-page.module.css'

/** One request of the guest; opens its conversation. */
export function RequestRow({ ticket, onOpen }: { ticket: GuestTicketView; onOpen: () => void }) {
  const status = statusShown(ticket.status)
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.rowHead}>
          <span className={styles.subject}>{ticket.subject}</span>
          <Badge tone={status.tone}>{status.label}</Badge>
        </span>
        <span className={styles.facts}>
          <span>{ticketReference(ticket.number)}</span>
          <span>{m.portal_request_priority({ priority: priorityLabel(ticket.priorityLabel) })}</span>
          <span>{ticket.isAssigned ? m.portal_request_assigned() : m.portal_request_unassigned()}</span>
          <RelativeTime at={ticket.createdAt} />
          {ticket.rating !== null && <StarsShown value={ticket.rating} size={14} />}
        </span>
        {ticket.canRate && <span className={styles.rate}>{m.portal_rating_heading()}</span>}
        <IconChevronRight size={18} stroke={1.5} className={styles.chevron} aria-hidden="true" />
      </button>
    </li>
  )
}
