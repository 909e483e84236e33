import { randomUUID } from 'node:crypto'
import type { TicketId } from '#contracts/ids.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/db/tenant.ts'
import { insertActivity, listActivityOfTicket } from './queries.ts'
import type { ActivityRow } from './schema.ts'

type ActivityEntry = {
  /** For people: "Ticket status updated to resolved". */
  action: string
  /** `ticket_update`, `ticket_deletion`, `guest_ticket_create`, … */
  type: string
  ticketId?: TicketId
  ticketSubject?: string
}

/** Who did it, as the log shows it: a removed member keeps the name they had. */
const actorColumns = (actor: Actor): Pick<ActivityRow, 'actorId' | 'actorName' | 'actorEmail'> => {
  switch (actor.kind) {
    case 'member':
      return { actorId: actor.userId, actorName: actor.name, actorEmail: actor.email }
    case 'guest':
      return { actorId: actor.guestId, actorName: 'Guest', actorEmail: null }
    case 'assistant':
      return { actorId: null, actorName: 'AI assistant', actorEmail: null }
    case 'system':
      return { actorId: null, actorName: 'Segue', actorEmail: null }
  }
}

/** Writes what happened into the activity log, in the transaction in which it happens. */
export async function recordActivity(t: Tx, actor: Actor, told: ActivityEntry): Promise<void> {
  await insertActivity(t, {
    tenantId: t.tenantId,
    id: randomUUID(),
    action: told.action,
    type: told.type,
    ticketId: told.ticketId ?? null,
    ticketSubject: told.ticketSubject ?? null,
    actorKind: actor.kind,
    ...actorColumns(actor),
    at: t.now,
  })
}

/** What happened to a ticket, newest first. */
export const listTicketActivity = (t: Tx, ticketId: TicketId, limit = 50): Promise<ActivityRow[]> =>
  listActivityOfTicket(t, ticketId, limit)
