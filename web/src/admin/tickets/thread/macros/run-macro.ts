import type { QueryClient } from '@tanstack/react-query'
import type { MessageId } from '#contracts/ids.ts'
import { applyMacro } from '#contracts/ticket/macro.ts'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import * as m from '#i18n/messages.js'
import { listsKey, ticketKey } from '#web/admin/tickets/queries.ts'
import { sendHeld } from '#web/admin/tickets/thread/outgoing-messages.ts'
import { call, newId } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import type { ChosenMacro } from './picker.tsx'

/** Carries out a macro that only changes the ticket, and says what of it was not possible. */
export async function runMacro(client: QueryClient, { id: ticketId }: TicketView, macro: ChosenMacro): Promise<void> {
  const body = { id: newId<MessageId>(), macroId: macro.id, visibility: 'note' } as const
  try {
    await sendHeld(client, ticketId)
    const { skipped } = await call(applyMacro, { params: { ticketId }, body })
    for (const { reason } of skipped) notify.info(m.macro_skipped({ reason }))
    if (skipped.length < macro.does.length) notify.success(m.macro_done({ name: macro.name }))
  } catch (error) {
    notify.failure(error)
  }
  void client.invalidateQueries({ queryKey: ticketKey(ticketId) })
  void client.invalidateQueries({ queryKey: listsKey })
}
