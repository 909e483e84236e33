import type { QueryClient } from '@tanstack/react-query'
import type { BulkChangeId } from '#contracts/ids.ts'
import { type BulkChangeView, startBulkChange, undoBulkChange } from '#contracts/ticket/bulk-change.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { listsKey, ticketKey } from '#web/admin/tickets/queries.ts'
import { sendHeld } from '#web/admin/tickets/thread/outgoing-messages.ts'
import { call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import type { ChosenMacro } from './picker.tsx'

type Applied = Pick<ChosenMacro, 'id' | 'name'>

/** Carries out a macro that only changes the ticket, says what of it was not possible, and undoes it from the toast. */
export async function runMacro(client: QueryClient, { id: ticketId }: TicketView, macro: Applied): Promise<void> {
  const body = { id: newId<BulkChangeId>(), macroId: macro.id, selection: { ticketIds: [ticketId] } }
  const readAgain = () => {
    void client.invalidateQueries({ queryKey: ticketKey(ticketId) })
    void client.invalidateQueries({ queryKey: listsKey })
  }
  try {
    await sendHeld(client, ticketId)
    const done = await call(startBulkChange, { body })
    if (done.reason) notify.info(m.macro_skipped({ reason: done.reason }))
    const undo = () => void undoMacro(done).then(readAgain)
    if (done.skipped === 0) notify.success(m.macro_done({ name: macro.name }), done.changed > 0 ? undo : undefined)
  } catch (error) {
    notify.failure(error)
  }
  readAgain()
}

async function undoMacro({ id: bulkChangeId }: BulkChangeView): Promise<void> {
  try {
    const { skipped } = await call(undoBulkChange, { params: { bulkChangeId } })
    if (skipped > 0) notify.info(m.macro_changed_since())
    else notify.success(m.macro_undone())
  } catch (error) {
    notify.failure(error)
  }
}
