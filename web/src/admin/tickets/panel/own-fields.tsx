import { useQuery } from '@tanstack/react-query'
import type { TicketView } from '#contracts/ticket/ticket.ts'
import type { TicketActions } from '#web/admin/tickets/ticket-actions.ts'
import { ticketFieldsQuery } from '#web/admin/tickets/ticket-fields.ts'
import { lazyPart } from '#web/kit/lazy-part.tsx'
import { ErrorState } from '#web/kit/states.tsx'

const CustomFields = lazyPart(async () => (await import('./custom-fields.tsx')).CustomFields)

type Props = { ticket: TicketView; run: TicketActions['run'] }

/** The business's own fields of a ticket. Their inputs are loaded only where there are any. An archived field is shown where it has a value. */
export function OwnFields({ ticket, run }: Props) {
  const { data, error, refetch } = useQuery(ticketFieldsQuery)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  const shown = data?.items.filter(({ id, isArchived }) => !isArchived || ticket.customFields[id] !== undefined) ?? []
  return shown.length > 0 && <CustomFields fields={shown} ticket={ticket} run={run} />
}
