import type { z } from 'zod'
import { TeamId, UserId } from '#contracts/ids.ts'
import { TicketView } from '#contracts/ticket/ticket.ts'
import { presentFields } from './present.ts'
import type { TicketRow } from './schema.ts'

/** A ticket as the API shows it, without the fields that depend on the reader. */
export const TicketPayload = TicketView.omit({
  preview: true,
  // A fact of the customer, who has events of their own.
  emailStatus: true,
  assignee: true,
  team: true,
  isUnread: true,
  // The automation reports it by events of its own.
  sla: true,
  aiAgent: true,
  can: true,
})
  .extend({ assigneeId: UserId.nullable(), teamId: TeamId.nullable() })
  .meta({ id: 'Ticket' })

type TicketFields = z.input<typeof TicketPayload>

export const ticketPayload = (row: TicketRow): TicketFields => ({
  ...presentFields(row),
  assigneeId: row.assigneeId,
  teamId: row.teamId,
})

const IN_EVERY_CHANGE = new Set(['version', 'updatedAt'])

/** The fields that changed, with their former values; empty where no field of the payload did. */
export function previousFields(before: TicketRow, after: TicketRow): Partial<TicketFields> {
  const [former, current] = [ticketPayload(before), ticketPayload(after)]
  const isOther = ([field, value]: [string, unknown]) =>
    !IN_EVERY_CHANGE.has(field) && JSON.stringify(value) !== JSON.stringify(current[field as keyof TicketFields])
  return Object.fromEntries(Object.entries(former).filter(isOther))
}
