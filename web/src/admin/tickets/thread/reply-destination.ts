import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'

/** Where a reply to this ticket will arrive, as a sentence, with those who get a copy. */
export function replyDestination(ticket: TicketView, isBlocked: boolean, copies: readonly string[] = []): string {
  const destination = destinationOf(ticket, isBlocked)
  return copies.length === 0 ? destination : m.ticket_to_with_copies({ destination, people: copies.join(', ') })
}

function destinationOf(ticket: TicketView, isBlocked: boolean): string {
  const { customerName: name, customerEmail: email, source, isDemo } = ticket
  if (isDemo) return m.ticket_to_nobody_demo()
  if (isBlocked) return m.ticket_to_blocked({ name })
  if (source === 'desk' || source === 'email') {
    return email ? m.ticket_to_email({ name, email }) : m.ticket_to_nobody({ name })
  }
  if (source === 'chat') return email ? m.ticket_to_chat_and_email({ name }) : m.ticket_to_chat({ name })
  return email ? m.ticket_to_portal_and_email({ name }) : m.ticket_to_portal({ name })
}
