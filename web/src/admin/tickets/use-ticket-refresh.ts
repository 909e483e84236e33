import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createDemoTickets, deleteDemoTickets } from '#contracts/ticket/demo-ticket.ts'
import * as m from '#i18n/messages.js'
import { countersQuery } from '#web/admin/ticket-counters.ts'
import { call } from '#web/lib/call.ts'
import { notify } from '#web/ui/notify.ts'
import type { ListFilter } from './filter.ts'
import { reload, ticketsKey } from './queries.ts'

/** Refresh Tickets; for a tenant without tickets it creates demo tickets, where the member may. */
export function useTicketRefresh(filter: ListFilter) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const readAll = async () => {
    const [count, counters] = await Promise.all([
      reload(client, filter),
      client.fetchQuery({ ...countersQuery, staleTime: 0 }),
      client.invalidateQueries({ queryKey: ticketsKey }),
    ])
    return { count, counters }
  }
  const busy = async (run: () => Promise<void>) => {
    setBusy(true)
    await run().catch(notify.failure)
    setBusy(false)
  }
  const refresh = () =>
    busy(async () => {
      const { count, counters } = await readAll()
      const isDemoDue = counters.total === 0 && counters.can.editDemo
      const { created } = isDemoDue ? await call(createDemoTickets) : { created: 0 }
      if (created > 0) {
        await readAll()
        notify.success(m.ticket_demo_created())
      } else notify.success(m.ticket_refreshed({ count }))
    })
  const removeDemo = () =>
    busy(async () => {
      const { deleted } = await call(deleteDemoTickets)
      await readAll()
      notify.success(m.ticket_demo_removed({ count: deleted }))
    })
  return { isBusy, refresh: () => void refresh(), removeDemo: () => void removeDemo() }
}
