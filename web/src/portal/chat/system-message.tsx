import type { MessageView } from '#contracts/conversation/message.ts'
import type { TicketId } from '#contracts/ids.ts'
import * as m from '#i18n/messages.js'
import { formatExact } from '#web/lib/format.ts'
import { shortId, statusShown } from '#web/portal/labels.ts'
import styles from './system-message.module.css'

function guestSystemMessageText({ kind, body, authorName }: MessageView, ticketId: TicketId | null): string {
  switch (kind) {
    case 'joined':
      return authorName ? m.chat_line_joined({ name: authorName }) : m.chat_line_joined_unnamed()
    case 'handed_back':
      return m.chat_line_handed_back()
    case 'ticket_created':
      return ticketId ? m.chat_line_ticket({ id: shortId(ticketId) }) : m.chat_line_ticket_unnamed()
    case 'status_changed':
      return m.chat_line_status({ status: statusShown(body).label })
    case 'assigned':
      return body ? m.chat_line_assigned({ name: body }) : m.chat_line_assigned_unnamed()
    case 'rated':
      return m.chat_line_rated()
    default:
      return body
  }
}

/** A system message. */
export function SystemMessage({ message, ticketId }: { message: MessageView; ticketId: TicketId | null }) {
  const text = guestSystemMessageText(message, ticketId)
  if (!text) return null
  return (
    <p className={styles.line} title={formatExact(message.createdAt)} data-kind={message.kind}>
      {text}
    </p>
  )
}
