import type { GuestTicketView } from '#contracts/ticket/guest-ticket.ts'
import { getGuestTicket } from '#contracts/ticket/guest-ticket.ts'
import { call } from '#web/lib/call.ts'
import { asGuest } from '#web/portal/guest-session.ts'
import { type Resource, useResource } from '#web/portal/use-resource.ts'
import type { Thread } from './thread.ts'

/** The ticket this chat became, read again whenever an event says that it changed; null while there is none. */
export function useGuestTicket(slug: string, thread: Thread): Resource<GuestTicketView | null> {
  const ticketId = thread.conversation?.ticketId ?? null
  // A system message (status, rating) also means a change, in case the event itself was missed.
  const lines = thread.messages.filter((message) => message.author === 'system').length
  return useResource(`ticket ${slug} ${ticketId} ${thread.ticketRevision} ${lines}`, async () =>
    ticketId ? asGuest(slug, () => call(getGuestTicket, { params: { slug, ticketId } })) : null,
  )
}
