import { IconMailCheck, IconMailQuestion, IconUserEdit } from '@tabler/icons-react'
import type { CustomerStatus } from '#contracts/customer/customer.ts'
import type { EmailStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import styles from './customers.module.css'

const ADDRESSES = {
  verified: { Icon: IconMailCheck, label: m.customer_email_verified, text: m.customer_email_verified_text },
  entered: { Icon: IconUserEdit, label: m.customer_email_entered, text: m.customer_email_entered_text },
  claimed: { Icon: IconMailQuestion, label: m.customer_email_claimed, text: m.customer_email_claimed_text },
} as const

/** What is known of an e-mail address, with the explanation on hover. `isShort`: the icon alone, with its word for screen readers. */
export function AddressMark({ status, isShort }: { status: EmailStatus; isShort?: boolean }) {
  const { Icon, label, text } = ADDRESSES[status]
  return (
    <span className={styles.address} data-status={status} title={text()}>
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      <span className={isShort ? 'visually-hidden' : undefined}>{label()}</span>
    </span>
  )
}

export const statusLabel = (status: CustomerStatus): string =>
  status === 'Blocked' ? m.customer_status_blocked() : m.customer_status_active()

/** Active or Blocked. */
export function StatusMark({ status }: { status: CustomerStatus }) {
  return (
    <span className={styles.status} data-status={status}>
      {statusLabel(status)}
    </span>
  )
}
