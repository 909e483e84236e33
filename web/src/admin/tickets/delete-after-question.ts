import type { QueryClient } from '@tanstack/react-query'
import { deleteTicket, type TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import { call } from '#web/lib/call.ts'
import { confirmAction } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notify.ts'
import { listsKey } from './queries.ts'
import { changeRow, type Rows } from './rows.ts'

/** Deletes a ticket once the member has confirmed it. Throws what the server refuses. */
export async function deleteAfterQuestion(
  client: QueryClient,
  ticket: TicketView,
  onDeleted: () => void,
): Promise<void> {
  const { id, number, subject, customerName } = ticket
  const isSure = await confirmAction({
    title: m.ticket_delete_title({ number }),
    body: m.ticket_delete_body({ subject, name: customerName }),
    confirm: m.ticket_delete(),
    isDanger: true,
  })
  if (!isSure) return
  await call(deleteTicket, { params: { ticketId: id } })
  client.setQueriesData<Rows>({ queryKey: listsKey }, (rows) => rows && changeRow(rows, id, () => null))
  notify.success(m.ticket_deleted())
  onDeleted()
  void client.invalidateQueries({ queryKey: listsKey })
  void client.invalidateQueries({ queryKey: countersQuery.queryKey })
}
