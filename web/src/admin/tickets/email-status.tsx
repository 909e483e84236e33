import { IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import type { TicketRowView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import styles from './email-status.module.css'

type EmailStatusProps = { email: string | null; status: TicketRowView['emailStatus'] }

/** Says of an e-mail that a guest only claims it, so that nobody is taken for the customer they name. */
export function EmailClaim({ email, status }: EmailStatusProps) {
  if (status !== 'claimed' || email === null) return null
  const text = m.ticket_email_claimed({ email })
  return (
    <span className={styles.claim} title={text}>
      <IconMailQuestion className={styles.icon} size={13} stroke={1.75} aria-hidden="true" />
      <span className={styles.text}>{text}</span>
    </span>
  )
}

/** The mark of an e-mail that its mailbox confirmed. */
export function EmailVerified({ status }: Pick<EmailStatusProps, 'status'>) {
  if (status !== 'verified') return null
  return (
    <span className={styles.verified} title={m.ticket_email_verified()}>
      <IconMailCheck size={14} stroke={1.75} aria-hidden="true" />
      <span className="visually-hidden">{m.ticket_email_verified()}</span>
    </span>
  )
}
