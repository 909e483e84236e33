import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import styles from './composer.module.css'
import type { Mode } from './draft.ts'
import { replyDestination } from './reply-destination.ts'

type DestinationProps = { ticket: TicketView; isBlocked: boolean; mode: Mode; copies: readonly string[] }

/** Says where what is being written arrives: at the customer, or in the team alone. */
export function Destination({ ticket, isBlocked, mode, copies }: DestinationProps) {
  const destination = mode === 'note' ? m.ticket_note_stays() : replyDestination(ticket, isBlocked, copies)
  return (
    <p className={styles.destination} id={`to-${ticket.id}`} title={destination}>
      {destination}
    </p>
  )
}
