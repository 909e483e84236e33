import { IconBolt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TicketDetailView } from '#contracts/ticket/ticket.ts'
import { useMember } from '#web/admin/session.ts'
import { membersQuery, teamsQuery, ticketKey } from '#web/admin/tickets/queries.ts'
import { fillMacro } from '#web/admin/tickets/thread/macros/fill-macro.ts'
import { macrosQuery } from '#web/admin/tickets/thread/macros/queries.ts'
import { runMacro } from '#web/admin/tickets/thread/macros/run-macro.ts'
import type { TicketHandle } from '#web/admin/tickets/ticket.tsx'
import type { Entry } from './entries.tsx'

/** The macros for the open ticket: one with a text goes into the reply, one without is carried out at once. */
export function useMacroEntries(handle: TicketHandle | null): Entry[] {
  const client = useQueryClient()
  const { user, tenant } = useMember()
  const detail = handle && client.getQueryData<TicketDetailView>(ticketKey(handle.id))
  const enabled = detail?.ticket.can.reply ?? false
  const { data: macros = [] } = useQuery({ ...macrosQuery, enabled })
  const { data: members = [] } = useQuery({ ...membersQuery, enabled })
  const { data: teams = [] } = useQuery({ ...teamsQuery, enabled })
  if (!handle || !detail || !enabled) return []
  const { ticket } = detail
  const context = { ticket, agentName: user.name, businessName: tenant?.name ?? '', members, teams }
  return macros.map((macro) => ({
    id: `macro-${macro.id}`,
    label: macro.name,
    Icon: IconBolt,
    run: () => {
      const chosen = fillMacro(macro, context)
      if (chosen.body === '') void runMacro(client, ticket, chosen)
      else handle.composer.current?.insert(chosen.body, chosen.does.length > 0 ? chosen : undefined)
    },
  }))
}
