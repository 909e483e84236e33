import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { TicketId, TicketMergeId } from '#contracts/ids.ts'
import { mergeTicket, undoTicketMerge } from '#contracts/ticket/merge.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import { listsKey, ticketsKey } from '#web/admin/tickets/queries.ts'
import { call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'

/** The part of a ticket that a merge names. */
export type Numbered = Pick<TicketView, 'id' | 'number' | 'subject'>

function readAgain(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: ticketsKey })
  void client.invalidateQueries({ queryKey: listsKey })
  void client.invalidateQueries({ queryKey: countersQuery.queryKey })
}

/** Merges a ticket, and undoes a merge; both say in a toast what happened. */
export function useMergeActions() {
  const client = useQueryClient()
  const undo = async (source: Numbered, ticketMergeId: TicketMergeId) => {
    try {
      await call(undoTicketMerge, { params: { ticketMergeId } })
      notify.success(m.merge_undone({ number: source.number }))
    } catch (error) {
      notify.failure(error)
    }
    readAgain(client)
  }
  /** True where it was merged. */
  const merge = async (source: TicketView, target: Numbered): Promise<boolean> => {
    const id = newId<TicketMergeId>()
    try {
      const body = { id, version: source.version, targetId: target.id as TicketId }
      await call(mergeTicket, { params: { ticketId: source.id as TicketId }, body })
      const done = m.merge_done({ source: source.number, target: target.number })
      notify.success(done, () => void undo(source, id))
      return true
    } catch (error) {
      notify.failure(error)
      return false
    } finally {
      readAgain(client)
    }
  }
  return { merge, undo }
}
