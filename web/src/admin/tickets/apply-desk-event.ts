import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from '#contracts/live-event.ts'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { appendDelta, insertMessage, mergeConversation } from '#web/lib/merge-messages.ts'
import { listsKey, ticketKey, ticketsKey } from './queries.ts'
import { changeRow, type Rows } from './rows.ts'

/** What is outdated after a live event: the list's first page, one ticket, or everything shown. */
export type Outdated = { list?: true; ticketId?: string; all?: true }

/**
 * Applies a live event to the cache and returns what must be read again. Depends on the cache and the event only;
 * applying an event twice is harmless. Presence and typing are applied in presence.ts.
 */
export function applyDeskEvent(client: QueryClient, event: LiveEvent): Outdated {
  switch (event.type) {
    case 'message.created':
    case 'message.changed': {
      const { message, ticketId } = event
      const isHere = changeThreads(client, event.conversationId, (thread) => ({
        ...thread,
        messages: insertMessage(thread.messages, message),
      }))
      // A read that is running may have begun before this message was stored.
      return isHere || !ticketId ? {} : { ticketId }
    }
    case 'message.delta':
      return applyDelta(client, event)
    case 'conversation.changed':
      changeThreads(client, event.conversation.id, (thread) => ({
        ...thread,
        conversation: mergeConversation(thread.conversation, event.conversation),
      }))
      return {}
    case 'seen':
      changeThreads(client, event.conversationId, (thread) => {
        const key = event.who === 'team' ? 'seenByTeamSeq' : 'seenByCustomerSeq'
        const seq = Math.max(thread.conversation[key], event.seq)
        return { ...thread, conversation: { ...thread.conversation, [key]: seq } }
      })
      return {}
    case 'ticket.created':
    case 'ticket.changed':
      return { list: true, ticketId: event.ticketId }
    case 'ticket.deleted':
      client.setQueriesData<Rows>({ queryKey: listsKey }, (rows) => rows && changeRow(rows, event.ticketId, () => null))
      return { list: true, ticketId: event.ticketId }
    case 'resync':
      return { all: true }
    default:
      return {}
  }
}

type Thread = TicketDetailView['thread']

/** Ids of the cached tickets of a conversation. */
function ticketsOf(client: QueryClient, conversationId: string): string[] {
  return client
    .getQueriesData<TicketDetailView>({ queryKey: ticketsKey })
    .flatMap(([, detail]) => (detail?.thread.conversation.id === conversationId ? [detail.ticket.id] : []))
}

function changeThreads(client: QueryClient, conversationId: string, change: (thread: Thread) => Thread): boolean {
  const ids = ticketsOf(client, conversationId)
  for (const id of ids) {
    client.setQueryData<TicketDetailView>(
      ticketKey(id),
      (detail) => detail && { ...detail, thread: change(detail.thread) },
    )
  }
  return ids.length > 0
}

function applyDelta(client: QueryClient, delta: Extract<LiveEvent, { type: 'message.delta' }>): Outdated {
  let torn: string | undefined
  for (const id of ticketsOf(client, delta.conversationId)) {
    const detail = client.getQueryData<TicketDetailView>(ticketKey(id))
    const messages = detail && appendDelta(detail.thread.messages, delta)
    if (messages === null) torn = id
    if (!detail || !messages || messages === detail.thread.messages) continue
    client.setQueryData<TicketDetailView>(ticketKey(id), { ...detail, thread: { ...detail.thread, messages } })
  }
  return torn ? { ticketId: torn } : {}
}
