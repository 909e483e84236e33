import type { MessageView } from '#contracts/conversation/message.ts'
import type { TicketStatus } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { statuses } from '#web/admin/tickets/filter.ts'
import { ratingLabel } from '#web/kit/stars.tsx'
import { RelativeTime } from '#web/lib/relative-time.tsx'
import { statusLabel } from '#web/ui/ticket-labels.tsx'
import styles from './thread.module.css'

/** What happened to the conversation, between its messages: "Sam joined". */
export function SystemMessage({ message }: { message: MessageView }) {
  return (
    <p className={styles.event}>
      {systemMessageText(message)} · <RelativeTime at={message.createdAt} />
    </p>
  )
}

function systemMessageText(message: MessageView): string {
  const name = message.authorName
  switch (message.kind) {
    case 'joined':
      return name ? m.ticket_line_joined({ name }) : m.ticket_line_joined_unnamed()
    case 'handed_back':
      return name ? m.ticket_line_handed_back({ name }) : m.ticket_line_handed_back_unnamed()
    case 'ticket_created':
      return m.ticket_line_created()
    case 'status_changed':
      return statusChangeText(message.body, name)
    case 'assigned':
      return message.body ? m.ticket_line_assigned({ name: message.body }) : m.ticket_line_assigned_unnamed()
    case 'rated':
      return m.ticket_line_rated({ stars: message.body, word: ratingLabel(Number(message.body)) })
    case 'ended':
      return m.ticket_line_ended()
    default:
      return message.body
  }
}

function statusChangeText(body: string, name: string | null): string {
  const known: TicketStatus | undefined = statuses.find((status) => status === body)
  const status = known ? statusLabel(known) : body
  return name ? m.ticket_line_status({ name, status }) : m.ticket_line_status_unnamed({ status })
}
