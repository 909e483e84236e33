import type { MessageView } from '#contracts/conversation/message.ts'
import * as m from '#i18n/messages.js'
import { formatExact } from '#web/lib/format.ts'
import { statusShown, ticketReference } from '#web/portal/labels.ts'
import styles from './system-message.module.css'

function guestSystemMessageText({ kind, body, authorName }: MessageView): string {
  switch (kind) {
    case 'joined':
      return authorName ? m.chat_line_joined({ name: authorName }) : m.chat_line_joined_unnamed()
    case 'handed_back':
      return m.chat_line_handed_back()
    case 'ticket_created':
      // Its text is the ticket's number.
      return body ? m.chat_line_ticket({ id: ticketReference(Number(body)) }) : m.chat_line_ticket_unnamed()
    case 'status_changed':
      return m.chat_line_status({ status: statusShown(body).label })
    case 'assigned':
      return body ? m.chat_line_assigned({ name: body }) : m.chat_line_assigned_unnamed()
    case 'rated':
      return m.chat_line_rated()
    case 'ended':
      return m.chat_line_ended()
    default:
      return body
  }
}

/** A system message. */
export function SystemMessage({ message }: { message: MessageView }) {
  const text = guestSystemMessageText(message)
  if (!text) return null
  return (
    <p className={styles.line} title={formatExact(message.createdAt)} data-kind={message.kind}>
      {text}
    </p>
  )
}
