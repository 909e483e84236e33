import type { TicketId } from '#contracts/ids.ts'
import styles from './automation.module.css'

/** A ticket by number and subject, opened in a new tab: what is being written here stays. */
export function TicketLink({ ticketId, number, subject }: { ticketId: TicketId; number: number; subject?: string }) {
  return (
    <a className={styles.ticket} href={`/admin?section=tickets&ticket=${ticketId}`} target="_blank" rel="noopener">
      #{number} {subject}
    </a>
  )
}
