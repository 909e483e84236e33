import type { Priority } from '#contracts/conversation/escalation.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { type Text, text } from '#server/platform/text/message.ts'

const STATUSES: Record<TicketStatus, Text> = {
  open: m.ticket_word_open,
  'in-progress': m.ticket_word_in_progress,
  waiting: m.ticket_word_waiting,
  resolved: m.ticket_word_resolved,
  closed: m.ticket_word_closed,
}

export const PRIORITIES: Record<Priority, Text> = {
  low: m.common_priority_low,
  medium: m.common_priority_medium,
  high: m.common_priority_high,
  urgent: m.common_priority_urgent,
}

/** "Ticket status updated to resolved". */
export const statusChanged = (status: TicketStatus): Text =>
  text(m.activity_ticket_status, { status: STATUSES[status] })
