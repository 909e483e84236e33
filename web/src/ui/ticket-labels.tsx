import { IconAlertSquareFilled, IconAntennaBars3, IconAntennaBars4, IconAntennaBars5 } from '@tabler/icons-react'
import type { EscalationReason, Priority } from '#contracts/conversation/escalation.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import type { Tone } from '#web/kit/surface.tsx'
import { classes } from '#web/lib/classes.ts'
import styles from './ticket-labels.module.css'

const statuses: Record<TicketStatus, { label: () => string; tone: Tone }> = {
  open: { label: m.common_status_open, tone: 'open' },
  'in-progress': { label: m.common_status_in_progress, tone: 'progress' },
  waiting: { label: m.common_status_waiting, tone: 'waiting' },
  resolved: { label: m.common_status_resolved, tone: 'resolved' },
  closed: { label: m.common_status_closed, tone: 'closed' },
}

/** Label of a ticket's status. */
export function statusLabel(status: TicketStatus): string {
  return statuses[status].label()
}

/** A status as a coloured label with a dot; `isDot` shows the dot alone, with the label for screen readers. */
export function StatusBadge({ status, isDot }: { status: TicketStatus; isDot?: boolean }) {
  const { label, tone } = statuses[status]
  if (isDot)
    return <span className={classes(styles.dot, styles[tone])} role="img" aria-label={label()} title={label()} />
  return (
    <span className={classes(styles.status, styles[tone])}>
      <span className={styles.dot} aria-hidden="true" />
      {label()}
    </span>
  )
}

const priorities = {
  low: { label: m.common_priority_low, Icon: IconAntennaBars3 },
  medium: { label: m.common_priority_medium, Icon: IconAntennaBars4 },
  high: { label: m.common_priority_high, Icon: IconAntennaBars5 },
  urgent: { label: m.common_priority_urgent, Icon: IconAlertSquareFilled },
} satisfies Record<Priority, unknown>

/** Label of a priority. */
export function priorityLabel(priority: Priority): string {
  return priorities[priority].label()
}

/** Priority as icon and label, never by colour alone. `isIcon` shows the label on hover and to screen readers only, for dense rows. */
export function PriorityBadge({ priority, isIcon }: { priority: Priority; isIcon?: boolean }) {
  const { label, Icon } = priorities[priority]
  return (
    <span className={classes(styles.priority, styles[priority])} title={isIcon ? label() : undefined}>
      <Icon size={16} stroke={2} aria-hidden="true" />
      <span className={isIcon ? 'visually-hidden' : undefined}>{label()}</span>
    </span>
  )
}

/** The categories that the product itself gives; members write others as they like. */
const categories: Record<string, () => string> = {
  general: m.ticket_category_general,
  guest_support: m.ticket_category_guest_support,
  customer_request: m.ticket_category_customer_request,
}

/** A ticket's category as people read it. */
export const categoryLabel = (category: string): string =>
  Object.hasOwn(categories, category) ? (categories[category]?.() ?? category) : category

/** The category that a member wrote or chose by its label. */
export function categoryOf(written: string): string {
  const isMeant = (label: () => string) => label().toLowerCase() === written.toLowerCase()
  return Object.entries(categories).find(([, label]) => isMeant(label))?.[0] ?? written
}

const reasons: Record<EscalationReason, () => string> = {
  human_requested: m.ticket_reason_human_requested,
  frustration_detected: m.ticket_reason_frustration_detected,
  three_attempts: m.ticket_reason_three_attempts,
  complex_issue: m.ticket_reason_complex_issue,
  urgent_issue: m.ticket_reason_urgent_issue,
  score: m.ticket_reason_score,
}

/** Text of an escalation's reason. */
export function reasonLabel(reason: EscalationReason): string {
  return reasons[reason]()
}
