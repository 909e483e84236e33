import { IconZzz } from '@tabler/icons-react'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import styles from './snooze.module.css'
import { timeText } from './snooze-text.ts'

/** Until when the open ticket is snoozed, and its end by one click. */
export function SnoozedNote({ detail, actions: { run } }: { detail: TicketDetailView; actions: TicketActions }) {
  const { snoozedUntil } = detail.ticket
  const end = () => {
    // The button goes with the snooze: the focus stays on the page, where the shortcuts of the ticket go on.
    document.getElementById('content')?.focus({ preventScroll: true })
    run({ kind: 'snooze', until: null })
  }
  return (
    <p className={styles.snoozed} role="status">
      <IconZzz size={16} stroke={1.5} aria-hidden="true" />
      {snoozedUntil === null ? m.ticket_snoozed_reply() : m.ticket_snoozed_until({ at: timeText(snoozedUntil) })}
      <button type="button" onClick={end}>
        {m.ticket_wake()}
      </button>
    </p>
  )
}
